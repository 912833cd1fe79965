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
pub(in crate::server) const NAME: &str = "meet";

#[derive(Deserialize)]
struct Arguments {
    table: String,
}

/// Who waits where.
#[derive(Default)]
pub(in crate::server) struct Tables {
    waiting: Mutex<HashMap<String, oneshot::Sender<()>>>,
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
        cancelled: impl Future<Output = ()>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(Arguments { table }) = super::read(arguments) else { return Ok(super::unfit()) };
        let joined = self.join(&table);
        let order = match joined {
            None => "second",
            Some(partner) => tokio::select! {
                Ok(()) = partner => "first",
                () = cancelled => return Err(ErrorData::internal_error("the call was cancelled", None)),
            },
        };
        Ok(super::result(format!("Met at table {table}."), json!({ "table": table, "order": order })))
    }

    /// Sits down at a table: what to wait for, or nothing when somebody was waiting there.
    fn join(&self, table: &str) -> Option<oneshot::Receiver<()>> {
        // The map holds in every state that a panic could leave it in.
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        // A partner whose call was cancelled is gone; its seat is taken over.
        if waiting.remove(table).is_some_and(|partner| partner.send(()).is_ok()) {
            return None;
        }
        let (arrived, arrival) = oneshot::channel();
        waiting.insert(table.to_owned(), arrived);
        Some(arrival)
    }
}
