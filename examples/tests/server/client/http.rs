use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Duration,
};

use serde_json::Value;

/// What came back for one POST.
pub struct Answer {
    pub status: u16,
    pub content_type: String,
    pub body: String,
}

impl Answer {
    /// The JSON-RPC message of a JSON body, or of the last event of an event stream.
    pub fn message(&self) -> Value {
        let text = if self.content_type.starts_with("text/event-stream") {
            self.body.lines().rev().find_map(|line| line.strip_prefix("data: ")).expect("an event with data")
        } else {
            &self.body
        };
        serde_json::from_str(text).unwrap()
    }

    pub fn result(&self) -> Value {
        let message = self.message();
        assert!(message.get("result").is_some(), "{message}");
        message["result"].clone()
    }
}

/// Posts a request with the headers that mirror it.
pub fn post(url: &str, message: &Value) -> Answer {
    let mut headers = vec![("MCP-Protocol-Version", "2026-07-28"), ("Mcp-Method", message["method"].as_str().unwrap())];
    let params = &message["params"];
    if let Some(name) = params["name"].as_str().or(params["uri"].as_str()) {
        headers.push(("Mcp-Name", name));
    }
    post_with(url, message, &headers)
}

/// Posts a request with the given headers beside those that HTTP itself needs.
pub fn post_with(url: &str, message: &Value, headers: &[(&str, &str)]) -> Answer {
    let (authority, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let body = message.to_string();
    let mut head = format!(
        "POST /{path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Accept: application/json, text/event-stream\r\nContent-Length: {}\r\n",
        body.len(),
    );
    for (name, value) in headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    let mut stream = TcpStream::connect(authority).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(stream, "{head}\r\n{body}").unwrap();
    let mut response = String::new();
    stream.read_to_string(&mut response).expect("the server answers and closes");
    parse(&response)
}

fn parse(response: &str) -> Answer {
    let (head, rest) = response.split_once("\r\n\r\n").unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let header = |wanted: &str| {
        head.lines().skip(1).find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case(wanted).then(|| value.trim().to_owned())
        })
    };
    let body = if header("transfer-encoding").as_deref() == Some("chunked") { unchunk(rest) } else { rest.to_owned() };
    Answer { status, content_type: header("content-type").unwrap_or_default(), body }
}

fn unchunk(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            break;
        }
        body.push_str(&after[..size]);
        rest = after[size..].strip_prefix("\r\n").unwrap();
    }
    body
}
