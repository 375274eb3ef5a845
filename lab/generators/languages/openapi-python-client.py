"""Calls the service with the client of openapi-python-client: python FILE BASE_URL STEPS, prints a JSON response per step."""
import datetime
import json
import sys

from monitoring_service_client import AuthenticatedClient, Client
from monitoring_service_client.api.accounts import login, schedule_account_deletion, signup
from monitoring_service_client.api.administration import list_deletion_requests
from monitoring_service_client.api.incidents import delete_incident, resolve_incident
from monitoring_service_client.api.statistics import reset_monitor_stats, reset_service_stats
from monitoring_service_client.models import AccountDeletionRequest, LoginRequest, ResolveRequest, SignupRequest

base_url, steps = sys.argv[1], json.load(open(sys.argv[2]))


def send(step):
    body, query, id = step["body"], step["query"], step["id"]
    bearer = AuthenticatedClient(base_url=base_url, token=step["token"])
    admin = AuthenticatedClient(base_url=base_url, token=step["adminKey"], prefix="", auth_header_name="X-Admin-Api-Key")
    before = {"before": datetime.date.fromisoformat(query["before"])} if "before" in query else {}
    match step["operationId"]:
        case "signup":
            return signup.sync_detailed(client=Client(base_url=base_url), body=SignupRequest.from_dict(body))
        case "login":
            return login.sync_detailed(client=Client(base_url=base_url), body=LoginRequest.from_dict(body))
        case "resolveIncident":
            return resolve_incident.sync_detailed(id, client=bearer, body=ResolveRequest.from_dict(body or {}))
        case "deleteIncident":
            return delete_incident.sync_detailed(id, client=bearer)
        case "scheduleAccountDeletion":
            return schedule_account_deletion.sync_detailed(client=bearer, body=AccountDeletionRequest.from_dict(body))
        case "listDeletionRequests":
            return list_deletion_requests.sync_detailed(client=admin, **query)
        case "resetServiceStats":
            return reset_service_stats.sync_detailed(id, client=bearer, **before)
        case "resetMonitorStats":
            return reset_monitor_stats.sync_detailed(id, client=bearer, **before)


for step in steps:
    try:
        response = send(step)
        body = response.parsed.to_dict() if response.parsed is not None else None
        print(json.dumps({"status": int(response.status_code), "body": body}))
    except Exception as error:
        print(json.dumps({"status": 0, "problem": repr(error)[:200]}))
