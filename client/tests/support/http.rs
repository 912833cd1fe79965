//! An HTTP server on 127.0.0.1 that does what a test tells it, byte by byte.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use mrtr::TransportError;
use mrtr_core::{Implementation, Request, RequestId, Session};
use serde_json::Value;

/// Long enough to be reached only by a test that fails.
pub(crate) const LONG: Duration = Duration::from_secs(60);
/// Short enough to wait for.
pub(crate) const SHORT: Duration = Duration::from_millis(200);

/// A request as it came.
#[derive(Clone, Debug)]
pub(crate) struct Received {
    /// `POST /mcp HTTP/1.1`
    pub(crate) start: String,
    headers: Vec<(String, String)>,
    pub(crate) body: String,
    /// Which connection it came on, counted from 0.
    pub(crate) connection: usize,
}

impl Received {
    /// The only header of this name.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut values = self.headers.iter().filter(|(other, _)| other.eq_ignore_ascii_case(name));
        let value = values.next();
        assert!(values.next().is_none(), "{name} twice");
        value.map(|(_, value)| value.as_str())
    }

    pub(crate) fn names(&self) -> Vec<String> {
        self.headers.iter().map(|(name, _)| name.to_ascii_lowercase()).collect()
    }
}

/// What to do after the script of a request.
#[derive(PartialEq, Eq)]
pub(crate) enum Then {
    Close,
    /// Serve another request on the same connection.
    Keep,
    /// Wait for the client to close, and tell [`Server::closed`].
    Watch,
}

pub(crate) struct Server {
    address: SocketAddr,
    requests: Mutex<Receiver<Received>>,
    closed: Mutex<Receiver<usize>>,
    stop: Arc<AtomicBool>,
}

type Script = dyn Fn(&Received, &mut TcpStream) -> Then + Send + Sync;

impl Server {
    pub(crate) fn start(script: impl Fn(&Received, &mut TcpStream) -> Then + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let (request, requests) = channel();
        let (close, closed) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let (stopped, script) = (Arc::clone(&stop), Arc::<Script>::from(Box::new(script) as Box<Script>));
        thread::spawn(move || {
            for (connection, stream) in listener.incoming().enumerate() {
                if stopped.load(Ordering::SeqCst) {
                    break;
                }
                let (script, request, close) = (Arc::clone(&script), request.clone(), close.clone());
                thread::spawn(move || serve(connection, &stream.unwrap(), &*script, &request, &close));
            }
        });
        Self { address, requests: Mutex::new(requests), closed: Mutex::new(closed), stop }
    }

    /// Sends the same bytes to everybody.
    pub(crate) fn raw(response: impl Into<Vec<u8>>) -> Self {
        let response = response.into();
        Self::start(move |_, stream| {
            send(stream, &response);
            Then::Close
        })
    }

    /// Sends a response of this status and content, and keeps the connection.
    pub(crate) fn content(status: u16, content_type: &str, body: &str) -> Self {
        let response = response(status, content_type, body);
        Self::start(move |_, stream| {
            send(stream, response.as_bytes());
            Then::Keep
        })
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp?a=b", self.address)
    }

    pub(crate) fn request(&self) -> Received {
        self.requests.lock().unwrap().recv_timeout(LONG).unwrap()
    }

    pub(crate) fn has_no_request(&self) -> bool {
        self.requests.lock().unwrap().try_recv().is_err()
    }

    /// Whether the client has closed no connection since it was last asked.
    pub(crate) fn is_open(&self) -> bool {
        self.closed.lock().unwrap().try_recv().is_err()
    }

    /// The connection that the client has closed.
    pub(crate) fn closed(&self) -> usize {
        self.closed.lock().unwrap().recv_timeout(LONG).unwrap()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
        // Wakes the listener.
        drop(TcpStream::connect(self.address));
    }
}

fn serve(connection: usize, stream: &TcpStream, script: &Script, request: &Sender<Received>, close: &Sender<usize>) {
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    while let Some(received) = receive(connection, &mut reader) {
        drop(request.send(received.clone()));
        match script(&received, &mut stream.try_clone().unwrap()) {
            Then::Keep => {}
            Then::Close => {
                // What the client still sends would turn the end into a reset.
                drop(stream.shutdown(Shutdown::Write));
                drop(reader.read_to_end(&mut Vec::new()));
                return;
            }
            Then::Watch => {
                drop(reader.read(&mut [0]));
                close.send(connection).ok();
                return;
            }
        }
    }
}

fn receive(connection: usize, reader: &mut BufReader<TcpStream>) -> Option<Received> {
    let mut lines = Vec::new();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        let line = line.trim_end_matches(['\r', '\n']);
        if line.is_empty() {
            break;
        }
        lines.push(line.to_owned());
    }
    let mut lines = lines.into_iter();
    let start = lines.next()?;
    let headers = lines
        .map(|line| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim_matches(' ').to_owned())))
        .collect::<Option<Vec<_>>>()?;
    let mut received = Received { start, headers, body: String::new(), connection };
    let length = received.header("content-length").unwrap().parse().unwrap();
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    received.body = String::from_utf8(body).unwrap();
    Some(received)
}

/// A client that has gone away is no failure of the test.
pub(crate) fn send(stream: &mut TcpStream, bytes: &[u8]) {
    drop(stream.write_all(bytes));
}

pub(crate) fn response(status: u16, content_type: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} Any\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n{body}")
}

/// The head of a response whose body ends with the connection.
pub(crate) fn open_head(content_type: &str) -> String {
    format!("HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nConnection: close\r\n\r\n")
}

/// A request with this id.
pub(crate) fn request(id: i64) -> Request {
    let session = Session::new("test", Implementation::new("test", "0"));
    session.with_id_source(move || RequestId::Number(id)).query("tools/list", &()).unwrap().request()
}

pub(crate) fn answer(id: i64) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{{}}}}")
}

pub(crate) fn notification(number: usize) -> String {
    format!("{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{{\"progress\":{number}}}}}")
}

pub(crate) fn event(message: &str) -> String {
    format!("data: {message}\n\n")
}

/// The id of the message in this body.
pub(crate) fn id_of(body: &str) -> i64 {
    serde_json::from_str::<Value>(body).unwrap().get("id").unwrap().as_i64().unwrap()
}

/// The response that an error tells of: its status and reason.
pub(crate) fn unexpected(error: TransportError) -> (u16, mrtr::UnexpectedReason) {
    match error {
        TransportError::UnexpectedResponse(response) => (response.status(), response.reason()),
        other => panic!("{other:?}"),
    }
}

/// Counts.
#[derive(Clone, Default)]
pub(crate) struct Count(Arc<AtomicUsize>);

impl Count {
    pub(crate) fn add(&self) -> usize {
        self.0.fetch_add(1, Ordering::SeqCst)
    }
}
