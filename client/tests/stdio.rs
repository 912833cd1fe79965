//! The stdio transport against a child process that does what each request tells it.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test fails by panicking"
)]

use std::process::Command;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use mrtr::stdio::{Stdio, StdioBuilder};
use mrtr::{StrayReason, Transport, TransportError};
use mrtr_core::{Request, RequestId};
use serde_json::Value;

use self::support::{LONG, alone, assert_reaped, child, line, request};

mod support;

#[test]
fn child_entry() {
    support::child_entry();
}

// ---------------------------------------------------------------------------------------------------------------------
// The harness
// ---------------------------------------------------------------------------------------------------------------------

struct Fixture {
    server: Arc<Stdio>,
    notes: Receiver<(String, String)>,
    strays: Receiver<(StrayReason, String)>,
    stderr: Receiver<String>,
}

impl Fixture {
    fn start() -> Self {
        Self::start_with(|builder| builder)
    }

    fn start_with(configure: impl FnOnce(StdioBuilder) -> StdioBuilder) -> Self {
        Self::start_command(child(), configure)
    }

    #[cfg(unix)]
    fn shell(script: &str, configure: impl FnOnce(StdioBuilder) -> StdioBuilder) -> Self {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Self::start_command(command, configure)
    }

    fn start_command(command: Command, configure: impl FnOnce(StdioBuilder) -> StdioBuilder) -> Self {
        let (note, notes) = channel();
        let (stray, strays) = channel();
        let (line, stderr) = channel();
        let builder = Stdio::builder(command)
            .timeout(LONG)
            .shutdown_grace(LONG)
            .on_notification(move |notification| {
                let params = notification.params().map(|params| params.get().to_owned()).unwrap_or_default();
                drop(note.send((notification.method().to_owned(), params)));
            })
            .on_stray_line(move |line| drop(stray.send((line.reason(), line.text().into_owned()))))
            .on_stderr(move |text| drop(line.send(text.to_owned())));
        let server = Arc::new(alone(|| configure(builder).spawn()).unwrap());
        Self { server, notes, strays, stderr }
    }

    fn exchange(&self, request: &Request) -> Result<String, TransportError> {
        self.server.exchange(request).map(|answer| String::from_utf8(answer).unwrap())
    }

    /// On a thread of its own.
    fn begin(&self, request: Request) -> thread::JoinHandle<Result<Vec<u8>, TransportError>> {
        let server = Arc::clone(&self.server);
        thread::spawn(move || server.exchange(&request))
    }

    /// On a thread of its own, returning when the child has the request.
    fn hold(&self, id: impl Into<Value>) -> thread::JoinHandle<Result<Vec<u8>, TransportError>> {
        let id = id.into();
        let call = self.begin(request(id.clone(), "hold", Value::Null));
        assert_eq!(self.note(), ("held".to_owned(), id.to_string()));
        call
    }

    fn note(&self) -> (String, String) {
        self.notes.recv_timeout(LONG).unwrap()
    }

    /// The lines that were reported up to now, without those of the test harness.
    fn strays(&self) -> Vec<(StrayReason, String)> {
        self.strays.try_iter().filter(|(_, text)| text.starts_with(['{', '[', '='])).collect()
    }

    fn into_stdio(self) -> Stdio {
        Arc::try_unwrap(self.server).unwrap()
    }
}

fn joined(call: thread::JoinHandle<Result<Vec<u8>, TransportError>>) -> Result<String, TransportError> {
    call.join().unwrap().map(|answer| String::from_utf8(answer).unwrap())
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn answers_in_reverse_order_reach_their_calls_across_banners() {
    let fixture = Fixture::start();
    let first = fixture.hold(1);
    assert_eq!(fixture.exchange(&request(2, "release", Value::Null)).unwrap(), line(2));
    assert_eq!(joined(first).unwrap(), line(1));
    let banners = fixture.strays().into_iter().filter(|(_, text)| text.starts_with("====")).collect::<Vec<_>>();
    assert_eq!(banners.len(), 2);
    assert!(banners.iter().all(|(reason, _)| *reason == StrayReason::NotAMessage));
}

#[test]
fn ids_are_compared_by_type_and_value() {
    let fixture = Fixture::start();
    let text =
        "{\"id\":\"7\",\"result\":1}\n{\"id\":7.0,\"result\":2}\n{\"id\":70,\"result\":3}\n{\"id\":7,\"result\":4}\n";
    assert_eq!(fixture.exchange(&request(7, "write", text)).unwrap(), "{\"id\":7,\"result\":4}");
    assert_eq!(
        fixture.strays(),
        [
            (StrayReason::NotInFlight, "{\"id\":\"7\",\"result\":1}".to_owned()),
            (StrayReason::NoId, "{\"id\":7.0,\"result\":2}".to_owned()),
            (StrayReason::NotInFlight, "{\"id\":70,\"result\":3}".to_owned()),
        ]
    );

    let number = fixture.hold(7);
    let string = fixture.hold("7");
    fixture.exchange(&request(8, "release", Value::Null)).unwrap();
    assert_eq!(joined(number).unwrap(), line(7));
    assert_eq!(joined(string).unwrap(), line("7"));
}

#[test]
fn an_answer_is_returned_as_it_was_written() {
    let fixture = Fixture::start();
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let odd = format!("{{ \"\\ud800\":\"\\/\",\"result\" : [1e400,-0.0,\"\\udfff\",{deep}], \"\\u0069d\":1}}");
    assert_eq!(fixture.exchange(&request(1, "write", format!("{odd}\n"))).unwrap(), odd);
}

#[test]
fn line_ends_byte_order_marks_and_blank_lines_are_tolerated() {
    let fixture = Fixture::start();
    let message = "{\"id\":1,\"result\":\"\u{feff}a\\u0000b\"}";
    let text = format!("\r\n\n \u{feff}\n\u{feff}{message}\r\n\r\n");
    assert_eq!(fixture.exchange(&request(1, "write", text)).unwrap(), message);
    assert_eq!(fixture.exchange(&request(2, "echo", Value::Null)).unwrap(), line(2));
}

#[test]
fn an_error_without_id_settles_the_only_call() {
    let fixture = Fixture::start();
    for error in [
        "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}",
        "{\"error\":{\"code\":-32700},\"jsonrpc\":\"2.0\"}",
    ] {
        assert_eq!(fixture.exchange(&request(1, "write", format!("{error}\n"))).unwrap(), error);
    }
}

#[test]
fn an_error_without_id_settles_none_of_two_calls() {
    let fixture = Fixture::start();
    let first = fixture.hold(1);
    let error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{}}";
    fixture.exchange(&request(2, "write", format!("{error}\n{{\"id\":2,\"result\":{{}}}}\n"))).unwrap();
    assert_eq!(fixture.strays(), [(StrayReason::NoId, error.to_owned())]);
    fixture.exchange(&request(3, "release", Value::Null)).unwrap();
    assert_eq!(joined(first).unwrap(), line(1));
}

#[test]
fn a_line_of_a_log_in_json_settles_no_call() {
    let fixture = Fixture::start();
    let log = "{\"level\":\"warn\",\"error\":{\"kind\":\"disk\"}}";
    let text = format!("{log}\n{{\"id\":1,\"result\":{{}}}}\n");
    assert_eq!(fixture.exchange(&request(1, "write", text)).unwrap(), "{\"id\":1,\"result\":{}}");
    assert_eq!(fixture.strays(), [(StrayReason::NotAMessage, log.to_owned())]);
}

#[test]
fn a_request_of_the_server_settles_no_call_and_gets_no_response() {
    let fixture = Fixture::start();
    let text = "{\"id\":1,\"method\":\"ping\"}\n{\"id\":1,\"result\":{}}\n";
    assert_eq!(fixture.exchange(&request(1, "write", text)).unwrap(), "{\"id\":1,\"result\":{}}");
    assert_eq!(fixture.strays(), [(StrayReason::ServerRequest, "{\"id\":1,\"method\":\"ping\"}".to_owned())]);
    // The child reports whatever it is sent beside requests, in order.
    fixture.exchange(&request(2, "echo", Value::Null)).unwrap();
    assert!(fixture.notes.try_recv().is_err());
}

#[test]
fn notifications_are_handled_before_the_answer_that_follows_them() {
    let fixture = Fixture::start();
    let text = "{\"method\":\"notifications\\/progress\",\"params\":{\"progress\":1e2}}\n{\"id\":1,\"result\":{}}\n";
    fixture.exchange(&request(1, "write", text)).unwrap();
    let (method, params) = fixture.notes.try_recv().unwrap();
    assert_eq!((method.as_str(), params.as_str()), ("notifications/progress", "{\"progress\":1e2}"));
}

#[test]
fn text_that_is_no_message_fails_no_call() {
    let fixture = Fixture::start();
    let text = "[]\n{\n{\"id\":1,\"result\":\n{\"jsonrpc\":\"2.0\"}\n{\"method\":7}\n{\"id\":1,\"result\":{}}\n";
    fixture.exchange(&request(1, "write", text)).unwrap();
    let strays = fixture.strays();
    assert_eq!(strays.len(), 5);
    assert!(strays.iter().all(|(reason, _)| *reason == StrayReason::NotAMessage));
}

#[test]
fn an_oversized_answer_fails_its_call_and_the_next_one_works() {
    let fixture = Fixture::start_with(|builder| builder.max_message_bytes(1024));
    let big = "a".repeat(300_000);
    for text in [format!("{{\"result\":\"{big}\",\"id\":1}}\n"), format!("{{\"id\":1,\"result\":\"{big}\"}}\n")] {
        let error = fixture.exchange(&request(1, "write", text)).unwrap_err();
        assert!(matches!(error, TransportError::TooLarge { limit: 1024 }), "{error:?}");
    }
    assert_eq!(fixture.exchange(&request(2, "echo", Value::Null)).unwrap(), line(2));

    let text = format!("{{\"id\":9,\"result\":\"{big}\"}}\n{{\"id\":3,\"result\":{{}}}}\n");
    fixture.exchange(&request(3, "write", text)).unwrap();
    let strays = fixture.strays();
    assert!(matches!(strays.as_slice(), [(StrayReason::TooLong, start)] if start.len() == 1024));
}

#[test]
fn a_callback_that_panics_costs_no_call() {
    let fixture = Fixture::start_with(|builder| builder.on_notification(|_| panic!("of the callback")));
    let text = "{\"method\":\"a\"}\n{\"method\":\"b\"}\n{\"id\":1,\"result\":{}}\n";
    fixture.exchange(&request(1, "write", text)).unwrap();
    assert_eq!(fixture.exchange(&request(2, "echo", Value::Null)).unwrap(), line(2));
}

#[test]
fn an_id_in_flight_is_refused_and_the_call_goes_on() {
    let fixture = Fixture::start();
    let first = fixture.hold(1);
    let error = fixture.exchange(&request(1, "echo", Value::Null)).unwrap_err();
    assert!(matches!(error, TransportError::IdInFlight));
    fixture.exchange(&request(2, "release", Value::Null)).unwrap();
    assert_eq!(joined(first).unwrap(), line(1));
}

#[test]
fn pointers_to_a_transport_are_transports() {
    fn echo(transport: impl Transport, id: i64) {
        transport.exchange(&request(id, "echo", Value::Null)).unwrap();
    }
    let fixture = Fixture::start();
    echo(&*fixture.server, 1);
    echo(Arc::clone(&fixture.server), 2);
    echo(Box::new(Arc::clone(&fixture.server)) as Box<dyn Transport>, 3);
}

// ---------------------------------------------------------------------------------------------------------------------
// Timeouts and cancellation
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn a_timeout_cancels_and_the_next_call_works() {
    let fixture = Fixture::start();
    // On a busy machine the time may be over before the request was written: then nothing may have been sent.
    let timed_out = (1..=6).find(|id| {
        let timeout = Duration::from_millis(20) * 4u32.pow(u32::try_from(*id).unwrap());
        let error = fixture.server.exchange_within(&request(*id, "hold", Value::Null), Some(timeout)).unwrap_err();
        assert!(matches!(error, TransportError::Timeout { after } if after == timeout), "{error:?}");
        fixture.exchange(&request(*id + 100, "echo", Value::Null)).unwrap();
        fixture.notes.try_recv().is_ok_and(|note| note == ("held".to_owned(), id.to_string()))
    });
    let timed_out = timed_out.unwrap();
    let cancelled = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{timed_out},"reason":"timeout"}}}}"#
    );
    assert_eq!(fixture.notes.try_recv().unwrap(), ("received".to_owned(), Value::from(cancelled).to_string()));
    assert!(fixture.notes.try_recv().is_err());

    // Its late answer is ignored.
    assert_eq!(fixture.exchange(&request(200, "release", Value::Null)).unwrap(), line(200));
    fixture.exchange(&request(201, "echo", Value::Null)).unwrap();
    assert!(fixture.strays().contains(&(StrayReason::NotInFlight, line(timed_out))));
}

#[test]
fn cancel_releases_the_waiting_thread_and_tells_the_server() {
    let fixture = Fixture::start();
    let call = fixture.hold("a\"b");
    fixture.server.cancel(&RequestId::String("a\"b".into())).unwrap();
    assert!(matches!(joined(call).unwrap_err(), TransportError::Cancelled));
    let cancelled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"a\"b"}}"#;
    assert_eq!(fixture.note(), ("received".to_owned(), Value::from(cancelled).to_string()));
}

#[test]
fn cancel_of_an_id_that_is_not_in_flight_sends_nothing() {
    let fixture = Fixture::start();
    fixture.exchange(&request(1, "echo", Value::Null)).unwrap();
    for id in [1, 99] {
        fixture.server.cancel(&RequestId::Number(id)).unwrap();
    }
    fixture.exchange(&request(2, "echo", Value::Null)).unwrap();
    assert!(fixture.notes.try_recv().is_err());
}

#[test]
fn a_server_that_does_not_read_blocks_no_caller_beyond_the_timeout() {
    let fixture = Fixture::start_with(|builder| builder.shutdown_grace(Duration::from_millis(10)));
    fixture.exchange(&request(1, "deaf", Value::Null)).unwrap();
    let timeout = Some(Duration::from_millis(50));
    for id in 2..5 {
        // More than a pipe holds.
        let request = request(id, "echo", "a".repeat(1 << 20));
        let error = fixture.server.exchange_within(&request, timeout).unwrap_err();
        assert!(matches!(error, TransportError::Timeout { .. }), "{error:?}");
    }
    let process = fixture.server.process_id();
    assert!(!fixture.into_stdio().close().unwrap().success());
    assert_reaped(process);
}

// ---------------------------------------------------------------------------------------------------------------------
// The end of the process
// ---------------------------------------------------------------------------------------------------------------------

#[test]
fn every_call_in_flight_fails_when_the_server_exits_and_so_do_later_ones() {
    let fixture = Fixture::start();
    let first = fixture.hold(1);
    let second = fixture.hold(2);
    let third = fixture.begin(request(3, "exit", 3));
    let later = |id| fixture.exchange(&request(id, "echo", Value::Null));
    for error in [joined(first), joined(second), joined(third), later(4), later(5)].map(Result::unwrap_err) {
        for text in [format!("{error}"), format!("{error:?}")] {
            assert!(!text.contains("failing"), "{text}");
        }
        let TransportError::ServerExited(exit) = error else { panic!("{error:?}") };
        assert_eq!(exit.status().code(), Some(3));
        assert_eq!(exit.stderr_tail().lines().count(), 20);
        assert_eq!(exit.stderr_tail().lines().last(), Some("failing, step 29"));
    }
    let forwarded = fixture.stderr.iter().collect::<Vec<_>>();
    assert_eq!(forwarded.len(), 30);
    assert_eq!(forwarded.first().map(String::as_str), Some("failing, step 0"));

    let Fixture { server, .. } = fixture;
    assert_eq!(Arc::try_unwrap(server).unwrap().close().unwrap().code(), Some(3));
}

#[test]
fn an_answer_written_just_before_the_exit_is_not_lost() {
    for _ in 0..10 {
        let fixture = Fixture::start();
        let first = fixture.hold(1);
        let text = "{\"id\":2,\"result\":{}}\n{\"id\":1,\"result\":{}}";
        fixture.exchange(&request(2, "write_and_exit", text)).unwrap();
        assert_eq!(joined(first).unwrap(), "{\"id\":1,\"result\":{}}");
    }
}

#[test]
fn close_lets_the_server_end_by_itself() {
    let fixture = Fixture::start();
    fixture.exchange(&request(1, "echo", Value::Null)).unwrap();
    let process = fixture.server.process_id();
    assert!(fixture.into_stdio().close().unwrap().success());
    assert_reaped(process);
}

#[test]
fn drop_shuts_down_and_reaps() {
    let fixture = Fixture::start();
    fixture.exchange(&request(1, "echo", Value::Null)).unwrap();
    let process = fixture.server.process_id();
    drop(fixture);
    assert_reaped(process);
}

#[test]
fn a_program_that_is_not_there_is_named() {
    let error = Stdio::spawn(Command::new("/nowhere/mrtr-no-such-server")).unwrap_err();
    assert_eq!(error.to_string(), "cannot start the server program /nowhere/mrtr-no-such-server");
    let source = std::error::Error::source(&error).unwrap().downcast_ref::<std::io::Error>().unwrap();
    assert_eq!(source.kind(), std::io::ErrorKind::NotFound);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::process::ExitStatusExt as _;

    use super::*;

    const READY: &str = r#"echo '{"method":"ready"}'"#;

    fn quick(builder: StdioBuilder) -> StdioBuilder {
        builder.shutdown_grace(Duration::from_millis(10))
    }

    #[test]
    fn a_server_that_ignores_the_end_of_its_input_is_terminated() {
        let fixture = Fixture::shell("exec sleep 1000", quick);
        let process = fixture.server.process_id();
        assert_eq!(fixture.into_stdio().close().unwrap().signal(), Some(15));
        assert_reaped(process);
    }

    #[test]
    fn a_server_that_ignores_termination_too_is_killed() {
        let fixture = Fixture::shell(&format!("trap '' TERM; {READY}; exec sleep 1000"), quick);
        assert_eq!(fixture.note().0, "ready");
        let process = fixture.server.process_id();
        assert_eq!(fixture.into_stdio().close().unwrap().signal(), Some(9));
        assert_reaped(process);
    }

    #[test]
    fn the_end_of_the_output_ends_the_connection() {
        let fixture = Fixture::shell("exec >&-; cat > /dev/null; exit 5", |builder| builder);
        let error = fixture.exchange(&request(1, "echo", Value::Null)).unwrap_err();
        assert!(matches!(error, TransportError::Closed), "{error:?}");
        // Its input is closed, which is what it waits for.
        assert_eq!(fixture.into_stdio().close().unwrap().code(), Some(5));
    }

    #[test]
    fn a_server_that_closes_its_input_fails_what_cannot_be_written_and_may_still_answer() {
        let answer = r#"trap 'echo "{\"id\":1,\"result\":0}"; exit' USR1"#;
        let script = format!("{answer}; read line; exec <&-; {READY}; while :; do sleep 0.02; done");
        let fixture = Fixture::shell(&script, quick);
        let first = fixture.begin(request(1, "echo", Value::Null));
        assert_eq!(fixture.note().0, "ready");
        let error = fixture.exchange(&request(2, "echo", Value::Null)).unwrap_err();
        assert!(
            matches!(&error, TransportError::Io(error) if error.kind() == std::io::ErrorKind::BrokenPipe),
            "{error:?}"
        );
        assert!(matches!(fixture.exchange(&request(3, "echo", Value::Null)), Err(TransportError::Io(_))));
        let process = fixture.server.process_id().to_string();
        assert!(alone(|| Command::new("kill").args(["-USR1", &process]).status()).unwrap().success());
        assert_eq!(joined(first).unwrap(), "{\"id\":1,\"result\":0}");
    }

    #[test]
    fn a_grandchild_that_keeps_the_pipes_does_not_hide_the_exit() {
        let fixture = Fixture::shell("read line; sleep 5 & exit 4", |builder| builder);
        let error = fixture.exchange(&request(1, "echo", Value::Null)).unwrap_err();
        assert!(matches!(&error, TransportError::ServerExited(exit) if exit.status().code() == Some(4)), "{error:?}");
    }
}
