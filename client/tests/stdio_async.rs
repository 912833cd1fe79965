//! The stdio transport for tasks, against the same child process as the one for threads.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::pin::{Pin, pin};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use mrtr::stdio::{AsyncStdio, StdioBuilder};
use mrtr::{AsyncTransport, StrayReason, TransportError};
use mrtr_core::{Request, RequestId};
use serde_json::Value;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

use self::support::{LONG, alone, assert_reaped, child, line, request};

#[allow(clippy::indexing_slicing, reason = "a test fails by panicking")]
mod support;

#[test]
fn child_entry() {
    support::child_entry();
}

// ---------------------------------------------------------------------------------------------------------------------
// The harness
// ---------------------------------------------------------------------------------------------------------------------

struct Fixture {
    server: Arc<AsyncStdio>,
    notes: UnboundedReceiver<(String, String)>,
    strays: UnboundedReceiver<(StrayReason, String)>,
    stderr: UnboundedReceiver<String>,
}

type Outcome = Result<String, TransportError>;

impl Fixture {
    fn start() -> Self {
        Self::start_with(|builder| builder)
    }

    fn start_with(configure: impl FnOnce(StdioBuilder) -> StdioBuilder) -> Self {
        Self::start_command(child(), configure)
    }

    fn start_command(command: Command, configure: impl FnOnce(StdioBuilder) -> StdioBuilder) -> Self {
        let (note, notes) = unbounded_channel();
        let (stray, strays) = unbounded_channel();
        let (line, stderr) = unbounded_channel();
        let builder = AsyncStdio::builder(command)
            .timeout(LONG)
            .shutdown_grace(LONG)
            .on_notification(move |notification| {
                let params = notification.params().map(|params| params.get().to_owned()).unwrap_or_default();
                drop(note.send((notification.method().to_owned(), params)));
            })
            .on_stray_line(move |line| drop(stray.send((line.reason(), line.text().into_owned()))))
            .on_stderr(move |text| drop(line.send(text.to_owned())));
        let server = Arc::new(alone(|| configure(builder).spawn_async()).unwrap());
        Self { server, notes, strays, stderr }
    }

    async fn exchange(&self, request: Request) -> Outcome {
        exchange(&*self.server, request, None).await
    }

    /// In a task of its own: which compiles only when the futures are `Send`.
    fn begin(&self, request: Request) -> JoinHandle<Outcome> {
        let server = Arc::clone(&self.server);
        tokio::spawn(async move { exchange(&server, request, None).await })
    }

    /// In a task of its own, returning when the child has the request.
    async fn hold(&mut self, id: impl Into<Value>) -> JoinHandle<Outcome> {
        let id = id.into();
        let call = self.begin(request(id.clone(), "hold", Value::Null));
        assert_eq!(self.note().await, ("held".to_owned(), id.to_string()));
        call
    }

    async fn note(&mut self) -> (String, String) {
        timeout(LONG, self.notes.recv()).await.unwrap().unwrap()
    }

    /// The lines that were reported up to now, without those of the test harness.
    fn strays(&mut self) -> Vec<(StrayReason, String)> {
        let all = std::iter::from_fn(|| self.strays.try_recv().ok());
        all.filter(|(_, text)| text.starts_with(['{', '[', '='])).collect()
    }

    fn into_stdio(self) -> AsyncStdio {
        Arc::into_inner(self.server).unwrap()
    }
}

async fn exchange(server: &impl AsyncTransport, request: Request, within: Option<Duration>) -> Outcome {
    server.exchange_within(&request, within).await.map(|answer| String::from_utf8(answer).unwrap())
}

/// Polls once. The request is in the hands of the transport then.
async fn poll_once<T: std::fmt::Debug>(future: &mut Pin<&mut impl Future<Output = T>>) {
    std::future::poll_fn(|context| {
        assert!(future.as_mut().poll(context).is_pending());
        std::task::Poll::Ready(())
    })
    .await;
}

fn cancelled(id: &str) -> (String, String) {
    let text = format!(r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id}}}}}"#);
    ("received".to_owned(), Value::from(text).to_string())
}

// ---------------------------------------------------------------------------------------------------------------------
// Answers
// ---------------------------------------------------------------------------------------------------------------------

#[tokio::test]
async fn answers_in_reverse_order_reach_their_calls_across_banners() {
    let mut fixture = Fixture::start();
    let first = fixture.hold(1).await;
    assert_eq!(fixture.exchange(request(2, "release", Value::Null)).await.unwrap(), line(2));
    assert_eq!(first.await.unwrap().unwrap(), line(1));
    let banners = fixture.strays().into_iter().filter(|(_, text)| text.starts_with("====")).collect::<Vec<_>>();
    assert_eq!(banners.len(), 2);
    assert!(banners.iter().all(|(reason, _)| *reason == StrayReason::NotAMessage));
}

#[tokio::test]
async fn ids_are_compared_by_type_and_value() {
    let mut fixture = Fixture::start();
    let number = fixture.hold(7).await;
    let string = fixture.hold("7").await;
    fixture.exchange(request(8, "release", Value::Null)).await.unwrap();
    assert_eq!(number.await.unwrap().unwrap(), line(7));
    assert_eq!(string.await.unwrap().unwrap(), line("7"));
}

#[tokio::test]
async fn an_answer_is_returned_as_it_was_written() {
    let fixture = Fixture::start();
    let deep = format!("{}{}", "[".repeat(5_000), "]".repeat(5_000));
    let odd = format!("{{ \"\\ud800\":\"\\/\",\"result\" : [1e400,-0.0,\"\\udfff\",{deep}], \"\\u0069d\":1}}");
    assert_eq!(fixture.exchange(request(1, "write", format!("{odd}\r\n"))).await.unwrap(), odd);
}

#[tokio::test]
async fn an_error_without_id_settles_the_only_call() {
    let fixture = Fixture::start();
    let error = "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700}}";
    assert_eq!(fixture.exchange(request(1, "write", format!("{error}\n"))).await.unwrap(), error);
}

#[tokio::test]
async fn notifications_are_handled_before_the_answer_that_follows_them() {
    let mut fixture = Fixture::start();
    let text = "{\"method\":\"notifications\\/progress\",\"params\":{\"progress\":1e2}}\n{\"id\":1,\"result\":{}}\n";
    fixture.exchange(request(1, "write", text)).await.unwrap();
    let (method, params) = fixture.notes.try_recv().unwrap();
    assert_eq!((method.as_str(), params.as_str()), ("notifications/progress", "{\"progress\":1e2}"));
}

#[tokio::test]
async fn text_that_is_no_message_fails_no_call() {
    let mut fixture = Fixture::start();
    let text = "[]\n{\n{\"id\":1,\"method\":\"ping\"}\n{\"error\":{}}\n{\"id\":1,\"result\":{}}\n";
    fixture.exchange(request(1, "write", text)).await.unwrap();
    let reasons = fixture.strays().into_iter().map(|(reason, _)| reason).collect::<Vec<_>>();
    let expected =
        [StrayReason::NotAMessage, StrayReason::NotAMessage, StrayReason::ServerRequest, StrayReason::NotAMessage];
    assert_eq!(reasons, expected);
}

#[tokio::test]
async fn an_oversized_answer_fails_its_call_and_the_next_one_works() {
    let fixture = Fixture::start_with(|builder| builder.max_message_bytes(1024));
    let text = format!("{{\"result\":\"{}\",\"id\":1}}\n", "a".repeat(300_000));
    let error = fixture.exchange(request(1, "write", text)).await.unwrap_err();
    assert!(matches!(error, TransportError::TooLarge { limit: 1024 }), "{error:?}");
    assert_eq!(fixture.exchange(request(2, "echo", Value::Null)).await.unwrap(), line(2));
}

#[tokio::test]
async fn an_id_in_flight_is_refused_and_the_call_goes_on() {
    let mut fixture = Fixture::start();
    let first = fixture.hold(1).await;
    let error = fixture.exchange(request(1, "echo", Value::Null)).await.unwrap_err();
    assert!(matches!(error, TransportError::IdInFlight));
    fixture.exchange(request(2, "release", Value::Null)).await.unwrap();
    assert_eq!(first.await.unwrap().unwrap(), line(1));
}

#[tokio::test]
async fn a_call_that_waits_stalls_no_other() {
    let mut fixture = Fixture::start();
    let calls = [fixture.hold(1).await, fixture.hold(2).await];
    for id in 3..20 {
        assert_eq!(fixture.exchange(request(id, "echo", Value::Null)).await.unwrap(), line(id));
    }
    fixture.exchange(request(20, "release", Value::Null)).await.unwrap();
    for call in calls {
        call.await.unwrap().unwrap();
    }
}

#[test]
fn outside_a_runtime_nothing_is_sent() {
    let mut fixture = Fixture::start();
    let request = request(1, "echo", Value::Null);
    let mut call = pin!(exchange(&*fixture.server, request, None));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let outcome = call.as_mut().poll(&mut context);
    assert!(matches!(outcome, std::task::Poll::Ready(Err(TransportError::NoRuntime))));
    assert!(fixture.notes.try_recv().is_err());
}

// ---------------------------------------------------------------------------------------------------------------------
// Timeouts and cancellation
// ---------------------------------------------------------------------------------------------------------------------

#[tokio::test]
async fn a_timeout_cancels_and_the_next_call_works() {
    let mut fixture = Fixture::start();
    // On a busy machine the time may be over before the request was written: then nothing may have been sent.
    let mut timed_out = None;
    for id in 1..=6_i64 {
        let within = Duration::from_millis(20) * 4u32.pow(u32::try_from(id).unwrap());
        let error = exchange(&*fixture.server, request(id, "hold", Value::Null), Some(within)).await.unwrap_err();
        assert!(matches!(error, TransportError::Timeout { after } if after == within), "{error:?}");
        fixture.exchange(request(id + 100, "echo", Value::Null)).await.unwrap();
        if fixture.notes.try_recv().is_ok_and(|note| note == ("held".to_owned(), id.to_string())) {
            timed_out = Some(id);
            break;
        }
    }
    let timed_out = timed_out.unwrap();
    let text = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{timed_out},"reason":"timeout"}}}}"#
    );
    assert_eq!(fixture.notes.try_recv().unwrap(), ("received".to_owned(), Value::from(text).to_string()));

    // Its late answer is ignored.
    assert_eq!(fixture.exchange(request(200, "release", Value::Null)).await.unwrap(), line(200));
    fixture.exchange(request(201, "echo", Value::Null)).await.unwrap();
    assert!(fixture.strays().contains(&(StrayReason::NotInFlight, line(timed_out))));
}

#[tokio::test]
async fn dropping_the_future_tells_the_server() {
    let mut fixture = Fixture::start();
    let call = fixture.hold("a\"b").await;
    call.abort();
    assert_eq!(fixture.note().await, cancelled(r#""a\"b""#));
    assert_eq!(fixture.exchange(request(2, "echo", Value::Null)).await.unwrap(), line(2));
}

#[tokio::test]
async fn dropping_a_future_that_was_not_polled_sends_nothing() {
    let mut fixture = Fixture::start();
    drop(exchange(&*fixture.server, request(1, "hold", Value::Null), None));
    fixture.exchange(request(2, "echo", Value::Null)).await.unwrap();
    assert!(fixture.notes.try_recv().is_err());
}

#[tokio::test]
async fn dropping_a_future_whose_answer_has_come_sends_nothing() {
    let mut fixture = Fixture::start();
    {
        let mut call = pin!(exchange(&*fixture.server, request(1, "echo", Value::Null), None));
        poll_once(&mut call).await;
        // The answers come in order, so that of the first has arrived.
        fixture.exchange(request(2, "echo", Value::Null)).await.unwrap();
    }
    fixture.exchange(request(3, "echo", Value::Null)).await.unwrap();
    assert!(fixture.notes.try_recv().is_err());
}

#[tokio::test]
async fn cancel_releases_the_waiting_task_and_tells_the_server() {
    let mut fixture = Fixture::start();
    let call = fixture.hold(1).await;
    fixture.server.cancel(&RequestId::Number(1));
    assert!(matches!(call.await.unwrap().unwrap_err(), TransportError::Cancelled));
    assert_eq!(fixture.note().await, cancelled("1"));
    fixture.server.cancel(&RequestId::Number(1));
    fixture.server.cancel(&RequestId::Number(99));
    fixture.exchange(request(2, "echo", Value::Null)).await.unwrap();
    assert!(fixture.notes.try_recv().is_err());
}

#[tokio::test]
async fn a_server_that_does_not_read_blocks_no_caller_beyond_the_timeout() {
    let fixture = Fixture::start_with(|builder| builder.shutdown_grace(Duration::from_millis(10)));
    fixture.exchange(request(1, "deaf", Value::Null)).await.unwrap();
    for id in 2..5 {
        // More than a pipe holds.
        let request = request(id, "echo", "a".repeat(1 << 20));
        let error = exchange(&*fixture.server, request, Some(Duration::from_millis(50))).await.unwrap_err();
        assert!(matches!(error, TransportError::Timeout { .. }), "{error:?}");
    }
    let process = fixture.server.process_id();
    assert!(!fixture.into_stdio().close().await.unwrap().success());
    assert_reaped(process);
}

// ---------------------------------------------------------------------------------------------------------------------
// The end of the process
// ---------------------------------------------------------------------------------------------------------------------

#[tokio::test]
async fn every_call_in_flight_fails_when_the_server_exits_and_so_do_later_ones() {
    let mut fixture = Fixture::start();
    let first = fixture.hold(1).await;
    let second = fixture.hold(2).await;
    let third = fixture.exchange(request(3, "exit", 3)).await;
    let later = fixture.exchange(request(4, "echo", Value::Null)).await;
    for error in [first.await.unwrap(), second.await.unwrap(), third, later].map(Result::unwrap_err) {
        let TransportError::ServerExited(exit) = error else { panic!("{error:?}") };
        assert_eq!(exit.status().code(), Some(3));
        assert_eq!(exit.stderr_tail().lines().last(), Some("failing, step 29"));
    }
    let mut forwarded = 0;
    while fixture.stderr.recv().await.is_some() {
        forwarded += 1;
    }
    assert_eq!(forwarded, 30);
    assert_eq!(Arc::into_inner(fixture.server).unwrap().close().await.unwrap().code(), Some(3));
}

#[tokio::test]
async fn close_lets_the_server_end_by_itself() {
    let fixture = Fixture::start();
    fixture.exchange(request(1, "echo", Value::Null)).await.unwrap();
    let process = fixture.server.process_id();
    assert!(fixture.into_stdio().close().await.unwrap().success());
    assert_reaped(process);
}

#[tokio::test]
async fn drop_shuts_the_server_down_without_waiting_for_it() {
    let mut fixture = Fixture::start();
    fixture.exchange(request(1, "echo", Value::Null)).await.unwrap();
    let mut stderr = std::mem::replace(&mut fixture.stderr, unbounded_channel().1);
    drop(fixture);
    // The server's stderr ends with the server.
    assert_eq!(timeout(LONG, stderr.recv()).await.unwrap(), None);
}

#[test]
fn the_connection_outlives_the_runtime() {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let fixture = Fixture::start();
    for id in 1..3 {
        assert_eq!(runtime().block_on(fixture.exchange(request(id, "echo", Value::Null))).unwrap(), line(id));
    }
}

#[tokio::test]
async fn a_program_that_is_not_there_is_named() {
    let error = AsyncStdio::builder(Command::new("/nowhere/mrtr-no-such-server")).spawn_async().unwrap_err();
    assert_eq!(error.to_string(), "cannot start the server program /nowhere/mrtr-no-such-server");
}

#[cfg(unix)]
#[tokio::test]
async fn a_server_that_ignores_the_end_of_its_input_is_terminated() {
    use std::os::unix::process::ExitStatusExt as _;

    let mut command = Command::new("sh");
    command.args(["-c", "exec sleep 1000"]);
    let fixture = Fixture::start_command(command, |builder| builder.shutdown_grace(Duration::from_millis(10)));
    let process = fixture.server.process_id();
    assert_eq!(fixture.into_stdio().close().await.unwrap().signal(), Some(15));
    assert_reaped(process);
}
