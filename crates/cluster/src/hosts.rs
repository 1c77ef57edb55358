use super::ClusterError;

/// Addresses of the processes of a cluster, in the order of their numbers.
///
/// ```
/// let hosts = pegboard_cluster::Hosts::parse("# two machines\nnode1:2101\nnode2:2101\n")?;
/// assert_eq!(hosts.addresses(), ["node1:2101", "node2:2101"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts(Vec<String>);

/// Maximum number of processes. Longer lists are mistakes.
const MAX_PROCESSES: usize = 1024;

impl Hosts {
    /// Parses one `host:port` per line. Skips empty lines and comments after `#`.
    ///
    /// # Errors
    ///
    /// Returns [`ClusterError::Hosts`] if a line is not an address, an address is repeated, or the text has no address
    /// or too many.
    pub fn parse(text: &str) -> Result<Hosts, ClusterError> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let address = line.split('#').next().unwrap_or_default().trim();
            if address.is_empty() {
                continue;
            }
            if !is_address(address) {
                return Err(ClusterError::Hosts(format!("line {number} is `{address}`")));
            }
            if addresses.iter().any(|other| other == address) {
                return Err(ClusterError::Hosts(format!(
                    "line {number} repeats `{address}`"
                )));
            }
            addresses.push(address.to_owned());
        }
        match addresses.len() {
            0 => Err(ClusterError::Hosts("no addresses".to_owned())),
            1..=MAX_PROCESSES => Ok(Hosts(addresses)),
            more => Err(ClusterError::Hosts(format!(
                "{more} addresses; at most {MAX_PROCESSES} are possible"
            ))),
        }
    }

    /// Returns the addresses in the order of the process numbers.
    pub fn addresses(&self) -> &[String] {
        &self.0
    }

    /// Returns the number of processes on the machine of a process, judging by host names.
    pub(super) fn on_machine_of(&self, process: usize) -> usize {
        let host = |address: &String| address.rsplit_once(':').map(|(host, _)| host.to_owned());
        let own = self.0.get(process).and_then(host);
        self.0
            .iter()
            .filter(|address| host(address) == own)
            .count()
            .max(1)
    }

    pub(super) fn address(&self, process: usize) -> String {
        self.0.get(process).cloned().unwrap_or_default()
    }
}

/// Returns `true` if a text has the form `host:port` or `[IPv6]:port`, without a lookup of the host.
fn is_address(text: &str) -> bool {
    let Some((host, port)) = text.rsplit_once(':') else {
        return false;
    };
    let in_brackets = host.starts_with('[') && host.ends_with(']');
    let is_host = in_brackets || (!host.is_empty() && !host.contains([':', ' ', '/', '\t']));
    is_host && port.parse::<u16>().is_ok_and(|port| port > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_are_no_addresses_are_named() {
        for (text, what) in [
            ("", "no addresses"),
            ("node1:2101\nnode2\n", "line 2 is `node2`"),
            ("node1:0", "line 1"),
            ("http://node1:80", "line 1"),
            (":2101", "line 1"),
            ("a:1\n\na:1 # again", "line 3 repeats `a:1`"),
        ] {
            let error = Hosts::parse(text).unwrap_err().to_string();
            assert!(error.contains(what), "{error}");
        }
        assert_eq!(
            Hosts::parse("[::1]:7000\n10.0.0.2:7000")
                .unwrap()
                .addresses()
                .len(),
            2
        );
    }
}
