//! The demo server for the tests of this package, which get no programs of other packages: `--serve`, `--serve-http`.

fn main() {
    mrtr_examples::server::run_if_asked();
    std::process::exit(2);
}
