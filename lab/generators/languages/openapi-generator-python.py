"""Calls the service with the client of openapi-generator's python: python FILE BASE_URL STEPS, prints a JSON response per step."""
import datetime
import json
import sys

import openapi_client as api

base_url, steps = sys.argv[1], json.load(open(sys.argv[2]))


def send(step):
    body, query, id = step["body"], step["query"], step["id"]
    configuration = api.Configuration(
        host=base_url, access_token=step["token"], api_key={"adminApiKey": step["adminKey"]}
    )
    client = api.ApiClient(configuration)
    accounts, incidents, statistics = api.AccountsApi(client), api.IncidentsApi(client), api.StatisticsApi(client)
    before = {"before": datetime.date.fromisoformat(query["before"])} if "before" in query else {}
    match step["operationId"]:
        case "signup":
            return accounts.signup_with_http_info(api.SignupRequest.from_dict(body))
        case "login":
            return accounts.login_with_http_info(api.LoginRequest.from_dict(body))
        case "resolveIncident":
            return incidents.resolve_incident_with_http_info(id, resolve_request=api.ResolveRequest.from_dict(body or {}))
        case "deleteIncident":
            return incidents.delete_incident_with_http_info(id)
        case "scheduleAccountDeletion":
            proof = api.AccountDeletionRequest.from_dict(body)
            return accounts.schedule_account_deletion_with_http_info(proof)
        case "listDeletionRequests":
            return api.AdministrationApi(client).list_deletion_requests_with_http_info(**query)
        case "resetServiceStats":
            return statistics.reset_service_stats_with_http_info(id, **before)
        case "resetMonitorStats":
            return statistics.reset_monitor_stats_with_http_info(id, **before)


def plain(model):
    return model.model_dump(mode="json", by_alias=True) if model is not None else None


for step in steps:
    try:
        response = send(step)
        print(json.dumps({"status": response.status_code, "body": plain(response.data)}))
    except api.ApiException as refusal:
        print(json.dumps({"status": refusal.status, "body": plain(refusal.data)}))
    except Exception as error:
        print(json.dumps({"status": 0, "problem": repr(error)[:200]}))
