mod pagoda_function;
pub use pagoda_function::{PagodaError, PagodaFunction, ParitySet};
