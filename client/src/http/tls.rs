//! TLS by rustls, with the cryptography of ring.

use std::error::Error;
use std::sync::Arc;

use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt as _;

use super::error::HttpConfigError;

/// Which certificate authorities are trusted.
pub(super) enum Roots {
    /// Those of the operating system.
    Platform,
    /// These alone.
    Only(RootCertStore),
}

impl Roots {
    pub(super) fn from_pem(pem: &[u8]) -> Result<Self, HttpConfigError> {
        let mut store = RootCertStore::empty();
        for certificate in CertificateDer::pem_slice_iter(pem) {
            store.add(certificate.map_err(unusable)?).map_err(unusable)?;
        }
        if store.is_empty() {
            return Err(unusable("there is no certificate"));
        }
        Ok(Self::Only(store))
    }
}

/// A connector for the one scheme.
pub(super) fn connector(is_https: bool, roots: Roots) -> Result<HttpsConnector<HttpConnector>, HttpConfigError> {
    let mut tcp = HttpConnector::new();
    tcp.enforce_http(false);
    tcp.set_nodelay(true);
    let builder = HttpsConnectorBuilder::new();
    Ok(if is_https {
        builder.with_tls_config(config(roots)?).https_only().enable_http1().wrap_connector(tcp)
    } else {
        // Reading the certificates of the operating system takes time, and may fail.
        let unused = config(Roots::Only(RootCertStore::empty()))?;
        builder.with_tls_config(unused).https_or_http().enable_http1().wrap_connector(tcp)
    })
}

#[allow(
    deprecated,
    reason = "what newer versions prefer for its post-quantum key exchange is a C library, slow to build"
)]
fn config(roots: Roots) -> Result<ClientConfig, HttpConfigError> {
    // Named here, since the default of the process belongs to the application.
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder =
        ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions().map_err(unusable)?;
    Ok(match roots {
        Roots::Platform => builder.with_platform_verifier().map_err(unusable)?,
        Roots::Only(store) => builder.with_root_certificates(store),
    }
    .with_no_client_auth())
}

fn unusable(error: impl Into<Box<dyn Error + Send + Sync>>) -> HttpConfigError {
    HttpConfigError::RootCertificates(error.into())
}
