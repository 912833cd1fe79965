//! The demo server as a program of its own: `--serve` on standard input and output, `--serve-http` on a free port.

use mrtr_examples::server;

fn main() {
    server::run_if_asked();
    eprintln!("usage: mrtr-demo-server {} | {}", server::SERVE, server::SERVE_HTTP);
    std::process::exit(2);
}
