use super::limit_args::LimitArgs;
use super::one_of::OneOf;
use super::program::with_help;
use super::quantity;
use clap::Args;
use pegboard::{Direction, JumpOrder, Limits, Method, SolverOptions};

// Search options and limits.
#[derive(Args)]
#[command(mut_arg("memory", |memory| with_help(
    memory,
    "Maximum memory for positions: 512M, 2G [default: half of the free memory]",
    "An ordinary search takes at most 1G without this option."
)))]
pub struct SearchArgs {
    /// Find a random solution; the same seed gives the same solution
    #[arg(long, value_name = "NUMBER", value_parser = quantity::whole_number::<u64>, conflicts_with = "fewest_moves", help_heading = "Search")]
    seed: Option<u64>,
    /// Order in which jumps are tried: own, rows, outside-in, inside-out, or directions:right,down,left,up
    ///
    /// The depth-first search follows the order. A beam search goes before it and often finds the solution; `--without beam`
    /// omits it.
    #[arg(long, value_name = "ORDER", value_parser = ORDERS, hide_possible_values = true, default_value = "own", conflicts_with = "fewest_moves", help_heading = "Search")]
    order: JumpOrder,
    /// Methods to switch off: beam, pagodas, parities, forced-ends, cases, table, reversal, symmetry,
    /// restarts, bitmap, levels
    #[arg(long, value_name = "METHOD[,METHOD…]", value_parser = METHODS, hide_possible_values = true, value_delimiter = ',', help_heading = "Search")]
    without: Vec<Method>,
    #[command(flatten)]
    limits: LimitArgs,
    /// Maximum number of positions to expand: 500000, 2M, 1e9
    #[arg(long, value_name = "NUMBER", value_parser = quantity::count, help_heading = "Limits")]
    nodes: Option<u64>,
}

impl SearchArgs {
    pub fn threads_are_given(&self) -> bool {
        self.limits.threads.is_some()
    }

    pub fn limits(&self) -> Limits {
        Limits {
            nodes: self.nodes,
            ..self.limits.limits()
        }
    }

    /// Returns the first given option that has an effect only on a search, if any. The limits on time and memory also hold
    /// for drawings.
    pub fn first_given(&self) -> Option<&'static str> {
        let options = [
            ("--nodes", self.nodes.is_some()),
            ("--seed", self.seed.is_some()),
            ("--order", self.order != JumpOrder::Own),
            ("--without", !self.without.is_empty()),
            ("--threads", self.limits.threads.is_some()),
        ];
        options
            .into_iter()
            .find_map(|(option, is_given)| is_given.then_some(option))
    }

    pub fn solver_options(&self) -> SolverOptions {
        let mut options = SolverOptions::default();
        options.seed = self.seed;
        options.order = self.order.clone();
        options.methods = self
            .without
            .iter()
            .fold(options.methods, |methods, method| methods.without(*method));
        options
    }
}

const METHODS: OneOf<Method> = OneOf {
    words: || Method::ALL.map(method_name).to_vec(),
    parse: method,
};

const ORDERS: OneOf<JumpOrder> = OneOf {
    words: || vec!["own", "rows", "outside-in", "inside-out", "directions:"],
    parse: order,
};

fn method(name: &str) -> Result<Method, String> {
    let names = Method::ALL.map(method_name);
    let found = Method::ALL
        .into_iter()
        .find(|method| method_name(*method) == name);
    found.ok_or_else(|| format!("the methods are {}", names.join(", ")))
}

fn method_name(method: Method) -> &'static str {
    match method {
        Method::Beam => "beam",
        Method::Pagodas => "pagodas",
        Method::Parities => "parities",
        Method::ForcedEnds => "forced-ends",
        Method::Cases => "cases",
        Method::Table => "table",
        Method::Reversal => "reversal",
        Method::Symmetry => "symmetry",
        Method::Restarts => "restarts",
        Method::Bitmap => "bitmap",
        Method::Levels => "levels",
    }
}

fn order(text: &str) -> Result<JumpOrder, String> {
    match text {
        "own" => Ok(JumpOrder::Own),
        "rows" => Ok(JumpOrder::Rows),
        "outside-in" => Ok(JumpOrder::OutsideIn),
        "inside-out" => Ok(JumpOrder::InsideOut),
        _ => match text.strip_prefix("directions:") {
            Some(list) => Ok(JumpOrder::Directions(
                list.split(',')
                    .map(|name| name.trim().parse())
                    .collect::<Result<Vec<Direction>, _>>()?,
            )),
            None => Err(
                "the orders are own, rows, outside-in, inside-out, and directions:LIST, such as \
                         directions:right,down,left,up"
                    .to_owned(),
            ),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_parsed() {
        assert_eq!(order("outside-in"), Ok(JumpOrder::OutsideIn));
        let list = vec![Direction::Right, Direction::UpLeft];
        assert_eq!(
            order("directions:right,up-left"),
            Ok(JumpOrder::Directions(list))
        );
        assert!(
            order("directions:north")
                .unwrap_err()
                .starts_with("`north` is not a direction; the directions are right,")
        );
    }

    #[test]
    fn methods_are_found_by_their_names() {
        assert!(
            Method::ALL
                .into_iter()
                .all(|each| method(method_name(each)) == Ok(each))
        );
        assert_eq!(
            method("luck").unwrap_err(),
            "the methods are beam, pagodas, parities, forced-ends, cases, table, reversal, symmetry, \
             restarts, bitmap, levels"
        );
    }
}
