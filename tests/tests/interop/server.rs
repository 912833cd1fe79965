//! Servers written with the official SDKs, all with the flows of the demo server, and what is known to differ.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use mrtr::RpcErrorKind;
use mrtr_examples::server::{HttpServer, SERVE};

/// What a server is built on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sdk {
    Rust,
    TypeScript,
    Python,
}

/// How a server is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    Stdio,
    Http,
}

/// What becomes of a call that a server refuses.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// A JSON-RPC error.
    Error(RpcErrorKind),
    /// A result with `isError`.
    Result,
}

// None of the differences is a rule of the protocol.
impl Sdk {
    /// What the server calls itself.
    pub fn server_name(self) -> &'static str {
        match self {
            Self::Rust => "mrtr-demo-server",
            Self::TypeScript => "mrtr-peer-typescript",
            Self::Python => "mrtr-peer-python",
        }
    }

    /// How many notifications of progress a request brings that asks for them.
    pub fn notifications(self) -> usize {
        match self {
            Self::Rust => 0,
            Self::TypeScript | Self::Python => 1,
        }
    }

    pub fn unknown_tool(self) -> Refusal {
        match self {
            Self::Rust | Self::TypeScript => Refusal::Error(RpcErrorKind::InvalidParams),
            Self::Python => Refusal::Result,
        }
    }

    /// Whether the arguments come back as they are: JavaScript has no integers beyond 2^53, no difference between `2`
    /// and `2.0`, and its SDK drops a member that is called `__proto__`.
    pub fn keeps_arguments(self) -> bool {
        self != Self::TypeScript
    }

    /// Whether the report is a resource of its own. In the Python SDK only templates can ask.
    pub fn lists_report(self) -> bool {
        self != Self::Python
    }

    /// The command of the server on standard streams.
    pub fn command(self) -> Command {
        match self {
            Self::Rust => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_mrtr-tests-server"));
                command.arg(SERVE);
                command
            }
            Self::TypeScript | Self::Python => self.peer("stdio"),
        }
    }

    /// The URL of a server on HTTP that this process has started, and that ends with it.
    pub fn url(self) -> &'static str {
        static RUST: OnceLock<HttpServer> = OnceLock::new();
        static TYPESCRIPT: OnceLock<Peer> = OnceLock::new();
        static PYTHON: OnceLock<Peer> = OnceLock::new();
        match self {
            Self::Rust => RUST.get_or_init(|| HttpServer::start().unwrap()).url(),
            Self::TypeScript => &TYPESCRIPT.get_or_init(|| Peer::start(self)).url,
            Self::Python => &PYTHON.get_or_init(|| Peer::start(self)).url,
        }
    }

    fn peer(self, transport: &str) -> Command {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        let (program, script): (OsString, PathBuf) = match self {
            Self::TypeScript => {
                require(&root.join("tests/peers/typescript/node_modules/@modelcontextprotocol"));
                ("node".into(), root.join("tests/peers/typescript/server.mjs"))
            }
            _ => {
                let python = root.join("target/peers/python/bin/python");
                require(&python);
                (python.into(), root.join("tests/peers/python/server.py"))
            }
        };
        let mut command = Command::new(program);
        command.arg(script).arg(transport);
        command
    }
}

fn require(path: &Path) {
    assert!(path.exists(), "the peer is not installed, run tests/peers/install.sh: there is no {}", path.display());
}

/// A server in a process of its own.
struct Peer {
    url: String,
    /// It stops when its standard input is closed: at the latest by the end of this process.
    _process: Child,
}

impl Peer {
    fn start(sdk: Sdk) -> Self {
        let mut command = sdk.peer("http");
        // It reports each refusal there.
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://"), "{sdk:?} did not start");
        Self { url: url.trim_end().to_owned(), _process: process }
    }
}
