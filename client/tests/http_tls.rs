//! The HTTP transport over TLS, against a server with a certificate of an authority made up for the test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::io::{Read as _, Write as _};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use mrtr::http::Http;
use mrtr::{Transport, TransportError};
use mrtr_core::{Implementation, Request, Session};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::PrivateKeyDer;
use rustls::{ServerConfig, ServerConnection, StreamOwned};

const LONG: Duration = Duration::from_secs(60);
const ANSWER: &str = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server for one connection after another, whose certificate is for this name. Returns its port.
fn serve(authority: &CertifiedIssuer<'static, KeyPair>, name: &str) -> u16 {
    let key = KeyPair::generate().unwrap();
    let certificate = CertificateParams::new([name.to_owned()]).unwrap().signed_by(&key, authority).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], PrivateKeyDer::Pkcs8(key.serialize_der().into()))
        .unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            // A client that does not trust the certificate ends the handshake.
            respond(StreamOwned::new(ServerConnection::new(Arc::clone(&config)).unwrap(), stream.unwrap())).ok();
        }
    });
    port
}

fn respond(mut stream: StreamOwned<ServerConnection, TcpStream>) -> std::io::Result<()> {
    let mut received = Vec::new();
    // The body is one JSON object that ends with its three braces.
    while !received.ends_with(b"}}}") {
        let mut piece = [0; 1024];
        let read = stream.read(&mut piece)?;
        if read == 0 {
            return Ok(());
        }
        received.extend(piece.iter().take(read));
    }
    let length = ANSWER.len();
    let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n";
    stream.write_all(format!("{head}Content-Length: {length}\r\n\r\n{ANSWER}").as_bytes())?;
    stream.conn.send_close_notify();
    stream.flush()
}

fn request() -> Request {
    Session::new("test", Implementation::new("test", "0")).query("tools/list", &()).unwrap().request()
}

fn exchange(port: u16, pem: &str) -> Result<Vec<u8>, TransportError> {
    let builder = Http::builder(format!("https://localhost:{port}/")).timeout(LONG).bearer_token("t");
    builder.root_certificates_pem(pem).build().unwrap().exchange(&request())
}

#[test]
fn a_certificate_of_a_trusted_authority_is_taken() {
    let authority = authority();
    let port = serve(&authority, "localhost");
    assert_eq!(exchange(port, &authority.pem()).unwrap(), ANSWER.as_bytes());
}

#[test]
fn other_certificates_are_refused() {
    let trusted = authority();
    for port in [serve(&authority(), "localhost"), serve(&trusted, "example.com")] {
        let error = exchange(port, &trusted.pem()).unwrap_err();
        let TransportError::Io(io) = &error else { panic!("{error:?}") };
        assert_eq!(io.kind(), std::io::ErrorKind::InvalidData);
    }
}

#[test]
fn a_server_without_tls_is_a_failure() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n").unwrap();
    });
    let error = exchange(port, &authority().pem()).unwrap_err();
    assert!(matches!(error, TransportError::Io(_)), "{error:?}");
}
