//! Why a server cannot be talked to over HTTP as it was configured.

use std::error::Error;
use std::{fmt, io};

/// What is wrong with the settings of an HTTP transport. Nothing was sent.
///
/// Neither `Display` nor `Debug` prints a URL, a token or the value of a header.
#[derive(Debug)]
#[non_exhaustive]
pub enum HttpConfigError {
    /// The URL is not one of `http` or `https` with a host in ASCII.
    InvalidUrl,
    /// The URL holds a user name or a password, which would end up in logs. Headers are for credentials.
    UserInfoInUrl,
    /// This cannot be the name of a header.
    InvalidHeaderName {
        /// The name
        name: String,
    },
    /// The value of this header has characters that none can have.
    InvalidHeaderValue {
        /// The header
        name: String,
    },
    /// The protocol or HTTP itself gives this header its value.
    ReservedHeader {
        /// The header
        name: String,
    },
    /// The token has characters that no bearer token can have, or none at all.
    InvalidToken,
    /// A token or headers would be sent without TLS to another machine, which
    /// [`allow_credentials_without_tls`](super::HttpBuilder::allow_credentials_without_tls) has not allowed.
    CredentialsWithoutTls,
    /// The root certificates are not PEM, hold none that is usable, or could not be read from the operating system.
    RootCertificates(Box<dyn Error + Send + Sync>),
    /// The thread of a blocking transport could not be started.
    Io(io::Error),
}

impl fmt::Display for HttpConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidUrl => f.write_str("the URL is not one of http or https with a host in ASCII"),
            Self::UserInfoInUrl => f.write_str("the URL holds a user name or password: send them as a header"),
            Self::InvalidHeaderName { name } => write!(f, "{name:?} cannot be the name of a header"),
            Self::InvalidHeaderValue { name } => write!(f, "the value of the header {name} cannot be sent"),
            Self::ReservedHeader { name } => write!(f, "the transport itself sets the header {name}"),
            Self::InvalidToken => f.write_str("the token has characters that no bearer token can have, or none"),
            Self::CredentialsWithoutTls => f.write_str("credentials would be sent to another machine without TLS"),
            Self::RootCertificates(_) => f.write_str("the root certificates cannot be used"),
            Self::Io(error) => write!(f, "the transport cannot be started ({})", error.kind()),
        }
    }
}

impl Error for HttpConfigError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::RootCertificates(error) => Some(&**error),
            Self::Io(error) => Some(error),
            _ => None,
        }
    }
}
