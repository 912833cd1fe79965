//! Stands between client and server and alters the first request state that passes.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use mrtr_tests::scan;

/// The command of a server behind a program that does it.
pub fn altering_command(server: &Command) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-tee"));
    command.arg("--alter-state").arg(server.get_program()).args(server.get_args());
    command
}

/// The URL of a proxy that does it, before the server at `url`.
pub fn altering_url(url: &str) -> String {
    let upstream = url.strip_prefix("http://").unwrap();
    let (server, path) = upstream.split_once('/').unwrap();
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
    let proxy = format!("http://{}/{path}", listener.local_addr().unwrap());
    let (server, is_altered) = (Arc::<str>::from(server), Arc::new(AtomicBool::new(false)));
    // Ends with the process.
    thread::spawn(move || {
        for client in listener.incoming() {
            let (server, is_altered) = (Arc::clone(&server), Arc::clone(&is_altered));
            thread::spawn(move || pass(&client.unwrap(), &server, &is_altered));
        }
    });
    proxy
}

/// Passes the requests of one connection and, as they come, the bytes of the responses. An end that has gone away ends
/// it.
fn pass(client: &TcpStream, server: &str, is_altered: &AtomicBool) -> io::Result<()> {
    let upstream = TcpStream::connect(server)?;
    thread::scope(|scope| {
        scope.spawn(|| {
            let passed = io::copy(&mut &upstream, &mut &*client);
            client.shutdown(Shutdown::Both).ok();
            passed
        });
        let passed = pass_requests(client, &upstream, server, is_altered);
        upstream.shutdown(Shutdown::Both).ok();
        passed
    })
}

fn pass_requests(
    client: &TcpStream,
    mut upstream: &TcpStream,
    server: &str,
    is_altered: &AtomicBool,
) -> io::Result<()> {
    let mut reader = BufReader::new(client);
    loop {
        let (mut head, mut length) = (String::new(), 0);
        while !head.ends_with("\r\n\r\n") {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            let name = line.split(':').next().unwrap().to_ascii_lowercase();
            if name == "host" {
                line = format!("Host: {server}\r\n");
            } else if name == "content-length" {
                length = line.split(':').nth(1).unwrap().trim().parse().unwrap();
            }
            head.push_str(&line);
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        if !is_altered.load(Ordering::SeqCst) && scan::alter_state(&mut body) {
            is_altered.store(true, Ordering::SeqCst);
        }
        upstream.write_all(&[head.into_bytes(), body].concat())?;
    }
}
