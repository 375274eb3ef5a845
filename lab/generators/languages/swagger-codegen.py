"""Calls the service with the client of swagger-codegen's python: python FILE BASE_URL STEPS, prints a JSON response per step."""
import datetime
import json
import sys

import swagger_client as api
from swagger_client.rest import ApiException

base_url, steps = sys.argv[1], json.load(open(sys.argv[2]))


def send(step):
    body, query, id = step["body"], step["query"], step["id"]
    configuration = api.Configuration()
    configuration.host = base_url
    configuration.api_key["X-Admin-Api-Key"] = step["adminKey"]
    # The generator does not know bearer tokens.
    client = api.ApiClient(configuration, "Authorization", f"Bearer {step['token']}")
    accounts, incidents, statistics = api.AccountsApi(client), api.IncidentsApi(client), api.StatisticsApi(client)
    before = {"before": datetime.date.fromisoformat(query["before"])} if "before" in query else {}
    match step["operationId"]:
        case "signup":
            return client, accounts.signup_with_http_info(api.SignupRequest(**body))
        case "login":
            return client, accounts.login_with_http_info(api.LoginRequest(**body))
        case "resolveIncident":
            return client, incidents.resolve_incident_with_http_info(id, body=api.ResolveRequest(**body or {}))
        case "deleteIncident":
            return client, incidents.delete_incident_with_http_info(id)
        case "scheduleAccountDeletion":
            return client, accounts.schedule_account_deletion_with_http_info(api.AccountDeletionRequest(**body))
        case "listDeletionRequests":
            return client, api.AdministrationApi(client).list_deletion_requests_with_http_info(**query)
        case "resetServiceStats":
            return client, statistics.reset_service_stats_with_http_info(id, **before)
        case "resetMonitorStats":
            return client, statistics.reset_monitor_stats_with_http_info(id, **before)


for step in steps:
    try:
        client, (data, status, _) = send(step)
        print(json.dumps({"status": status, "body": client.sanitize_for_serialization(data)}))
    except ApiException as refusal:
        print(json.dumps({"status": refusal.status, "body": json.loads(refusal.body)}))
    except Exception as error:
        print(json.dumps({"status": 0, "problem": repr(error)[:200]}))
