// Made from openapi.yaml by `npm run generate`. Do not edit.
export const security = {
  "PUT /api/v1/incidents/{id}/resolve": "authorization",
  "DELETE /api/v1/incidents/{id}": "authorization",
  "POST /dashboard/account/delete": "authorization",
  "GET /admin/deletion-requests": "x-admin-api-key",
  "DELETE /api/v1/services/{id}/stats": "authorization",
  "DELETE /api/v1/monitors/{id}/stats": "authorization"
} as const
