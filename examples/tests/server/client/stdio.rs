use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, channel},
    time::Duration,
};

use mrtr_examples::server;
use serde_json::{Value, json};

/// The server as a child process, spoken to in raw lines.
pub struct Server {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    next_id: u64,
    capabilities: Value,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(super::all_capabilities())
    }

    pub fn start_with(capabilities: Value) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_mrtr-demo-server"))
            .arg(server::SERVE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let stdin = child.stdin.take();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        // A thread reads, so that a missing answer fails a test instead of stopping it.
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stdout.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Self { child, stdin, lines, next_id: 0, capabilities }
    }

    pub fn send(&mut self, message: &Value) {
        self.send_line(&message.to_string());
    }

    pub fn send_line(&mut self, line: &str) {
        writeln!(self.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    pub fn receive(&self) -> Value {
        let line = self.lines.recv_timeout(Duration::from_secs(30)).expect("the server answers");
        serde_json::from_str(&line).unwrap()
    }

    /// Sends a request without waiting for its response; the id is returned.
    pub fn begin(&mut self, method: &str, params: Value) -> u64 {
        self.next_id += 1;
        self.send(&super::request(self.next_id, method, &self.capabilities, params));
        self.next_id
    }

    pub fn result(&mut self, method: &str, params: Value) -> Value {
        let response = self.exchange(method, params);
        assert!(response.get("result").is_some(), "{response}");
        response["result"].clone()
    }

    pub fn error(&mut self, method: &str, params: Value) -> Value {
        let response = self.exchange(method, params);
        assert!(response.get("error").is_some(), "{response}");
        response["error"].clone()
    }

    /// Calls and answers the first round; the result of the retry is returned.
    pub fn answered(&mut self, method: &str, params: &Value, responses: Value) -> Value {
        let asked = self.result(method, params.clone());
        self.result(method, super::retry(params, &asked, responses))
    }

    pub fn cancel(&mut self, id: u64) {
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } }));
    }

    /// Closes the server's input and waits for its end.
    pub fn finish(mut self) -> ExitStatus {
        drop(self.stdin.take());
        self.child.wait().unwrap()
    }

    fn exchange(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let response = self.receive();
        assert_eq!(response["id"], id, "{response}");
        response
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        drop(self.stdin.take());
        // Already gone when the test has waited for it.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
