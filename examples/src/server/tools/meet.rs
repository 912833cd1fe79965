use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use rmcp::{
    ErrorData,
    model::{CallToolResponse, JsonObject, Tool},
    object,
};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
pub(in crate::server) const NAME: &str = "meet";

#[derive(Deserialize)]
struct Arguments {
    table: String,
}

/// Who waits where.
#[derive(Default)]
pub(in crate::server) struct Tables {
    waiting: Mutex<HashMap<String, Seat>>,
}

struct Seat {
    arrived: oneshot::Sender<()>,
    cancellation: CancellationToken,
}

pub(super) fn describe() -> Tool {
    Tool::new(
        NAME,
        "Answers two calls that name the same table, once both have arrived",
        object!({
            "type": "object",
            "properties": { "table": { "type": "string", "description": "Where to meet" } },
            "required": ["table"],
        }),
    )
}

impl Tables {
    /// Completes only when calls are processed side by side, which makes that observable without a clock.
    pub(in crate::server) async fn meet(
        &self,
        arguments: Option<JsonObject>,
        cancellation: CancellationToken,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(Arguments { table }) = super::read(arguments) else { return Ok(super::unfit()) };
        let order = match self.join(&table, &cancellation) {
            None => "second",
            Some(arrival) => tokio::select! {
                Ok(()) = arrival => "first",
                () = cancellation.cancelled() => return Err(ErrorData::internal_error("the call was cancelled", None)),
            },
        };
        Ok(super::result(format!("Met at table {table}."), json!({ "table": table, "order": order })))
    }

    /// Sits down at a table: what to wait for, or nothing when somebody was waiting there.
    ///
    /// A cancelled call neither meets anybody nor is met, even before its task has noticed.
    fn join(&self, table: &str, cancellation: &CancellationToken) -> Option<oneshot::Receiver<()>> {
        let (arrived, arrival) = oneshot::channel();
        // A panic elsewhere cannot leave the map half changed.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if cancellation.is_cancelled() {
            return Some(arrival);
        }
        let partner = waiting.remove(table).filter(|seat| !seat.cancellation.is_cancelled());
        if partner.is_some_and(|seat| seat.arrived.send(()).is_ok()) {
            return None;
        }
        waiting.insert(table.to_owned(), Seat { arrived, cancellation: cancellation.clone() });
        Some(arrival)
    }
}
