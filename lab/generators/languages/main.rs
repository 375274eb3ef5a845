//! Calls the service with the client of openapi-generator's rust: program BASE_URL STEPS, prints a JSON response per step.
use openapi::apis::{accounts_api, administration_api, configuration::*, incidents_api, statistics_api, Error};
use openapi::models::*;
use serde::{de::DeserializeOwned, Serialize};
use serde_json::{json, Value};

fn read<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(if value.is_null() { json!({}) } else { value.clone() }).expect("the body of a step")
}

fn report<T: Serialize, E>(outcome: Result<T, Error<E>>, success: u16) -> Value {
    match outcome {
        Ok(body) => json!({ "status": success, "body": body }),
        Err(Error::ResponseError(refusal)) if refusal.entity.is_some() => {
            let body: Value = serde_json::from_str(&refusal.content).unwrap_or(Value::Null);
            json!({ "status": refusal.status.as_u16(), "body": body })
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
        let mut configuration = Configuration::new();
        configuration.base_path = args[1].clone();
        configuration.bearer_access_token = Some(text("token"));
        configuration.api_key = Some(ApiKey { prefix: None, key: text("adminKey") });
        let (c, id, body, query) = (&configuration, text("id"), &step["body"], &step["query"]);
        let before = query["before"].as_str().map(String::from);
        let number = |name: &str| query[name].as_i64().map(|value| value as i32);
        let line = match text("operationId").as_str() {
            "signup" => report(accounts_api::signup(c, read(body), None).await, 201),
            "login" => report(accounts_api::login(c, read(body), None).await, 200),
            "resolveIncident" => {
                report(incidents_api::resolve_incident(c, &id, None, Some(read::<ResolveRequest>(body))).await, 200)
            }
            "deleteIncident" => report(incidents_api::delete_incident(c, &id, None).await, 204),
            "scheduleAccountDeletion" => report(accounts_api::schedule_account_deletion(c, read(body), None).await, 200),
            "listDeletionRequests" => {
                report(administration_api::list_deletion_requests(c, number("page"), number("limit"), None).await, 200)
            }
            "resetServiceStats" => report(statistics_api::reset_service_stats(c, &id, before, None).await, 200),
            _ => report(statistics_api::reset_monitor_stats(c, &id, before, None).await, 200),
        };
        println!("{line}");
    }
}
