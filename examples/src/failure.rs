//! How the examples end when something fails.

use std::error::Error;
use std::fmt;

/// Any error. `main` reports it in words, where a `Box<dyn Error>` would show its `Debug`.
pub struct Failure(Box<dyn Error + Send + Sync>);

impl<E: Into<Box<dyn Error + Send + Sync>>> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_reports_the_words_of_an_error() {
        let error = "many".parse::<u8>().unwrap_err();
        assert_eq!(format!("{:?}", Failure::from(error)), "invalid digit found in string");
        assert_eq!(format!("{:?}", Failure::from("no seat is left")), "no seat is left");
    }
}
