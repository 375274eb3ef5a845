//! Calls the service with the client of progenitor: program BASE_URL STEPS, prints a JSON response per step.
use serde::{de::DeserializeOwned, Serialize};
use serde_json::{json, Value};

progenitor::generate_api!("openapi-3.0.json");

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(if value.is_null() { json!({}) } else { value.clone() }).expect("a value of a step")
}

type Outcome<T> = Result<progenitor_client::ResponseValue<T>, Error<types::ApiError>>;

fn report<T: Serialize>(outcome: Outcome<T>) -> Value {
    match outcome {
        Ok(response) => json!({ "status": response.status().as_u16(), "body": response.into_inner() }),
        Err(Error::ErrorResponse(refusal)) => {
            json!({ "status": refusal.status().as_u16(), "body": refusal.into_inner() })
        }
        Err(error) => json!({ "status": 0, "problem": error.to_string() }),
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let args: Vec<String> = std::env::args().collect();
    let steps: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(&args[2]).unwrap()).unwrap();
    for step in &steps {
        let text = |name: &str| step[name].as_str().unwrap_or("").to_string();
        let mut headers = reqwest::header::HeaderMap::new();
        headers.insert("authorization", format!("Bearer {}", text("token")).parse().unwrap());
        headers.insert("x-admin-api-key", text("adminKey").parse().unwrap());
        let http = reqwest::Client::builder().default_headers(headers).build().unwrap();
        let client = Client::new_with_client(&args[1], http);
        let (id, body, query) = (&step["id"], &step["body"], &step["query"]);
        let before: Option<types::Before> = query.get("before").map(read);
        let limit = query.get("limit").map(read);
        let line = match text("operationId").as_str() {
            "signup" => report(client.signup(None, &read(body)).await),
            "login" => report(client.login(None, &read(body)).await),
            "resolveIncident" => report(client.resolve_incident(&read(id), None, &read(body)).await),
            "deleteIncident" => match client.delete_incident(&read(id), None).await {
                Ok(response) => json!({ "status": response.status().as_u16() }),
                Err(error) => report::<Value>(Err(error)),
            },
            "scheduleAccountDeletion" => report(client.schedule_account_deletion(None, &read(body)).await),
            "listDeletionRequests" => report(client.list_deletion_requests(limit, None, None).await),
            "resetServiceStats" => report(client.reset_service_stats(&read(id), before.as_ref(), None).await),
            _ => report(client.reset_monitor_stats(&read(id), before.as_ref(), None).await),
        };
        println!("{line}");
    }
}
