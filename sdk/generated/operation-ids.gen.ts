// Made from openapi.yaml by `npm run generate`. Do not edit.
/** The names of the operations in the contract, by method and path template. */
export const operationIds: Readonly<Record<string, string>> = {
  "POST /auth/signup": "signup",
  "POST /auth/login": "login",
  "PUT /api/v1/incidents/{id}/resolve": "resolveIncident",
  "DELETE /api/v1/incidents/{id}": "deleteIncident",
  "POST /dashboard/account/delete": "scheduleAccountDeletion",
  "GET /admin/deletion-requests": "listDeletionRequests",
  "DELETE /api/v1/services/{id}/stats": "resetServiceStats",
  "DELETE /api/v1/monitors/{id}/stats": "resetMonitorStats"
}
