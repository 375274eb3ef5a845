// Made from openapi.yaml by `npm run generate`. Do not edit.
export const security = {
  "PUT /api/v1/incidents/{id}/resolve": "Authorization",
  "DELETE /api/v1/incidents/{id}": "Authorization",
  "POST /dashboard/account/delete": "Authorization",
  "GET /admin/deletion-requests": "X-Admin-Api-Key",
  "DELETE /api/v1/services/{id}/stats": "Authorization",
  "DELETE /api/v1/monitors/{id}/stats": "Authorization"
} as const
