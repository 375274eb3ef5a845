// Made from openapi.yaml by `npm run generate`. Do not edit.
/** By method and path template: the header of the credential, and whether a success is without content. */
export const fixedParts = {
  "PUT /api/v1/incidents/{id}/resolve": {
    "security": "authorization"
  },
  "DELETE /api/v1/incidents/{id}": {
    "security": "authorization",
    "isEmpty": true
  },
  "POST /dashboard/account/delete": {
    "security": "authorization"
  },
  "GET /admin/deletion-requests": {
    "security": "x-admin-api-key"
  },
  "DELETE /api/v1/services/{id}/stats": {
    "security": "authorization"
  },
  "DELETE /api/v1/monitors/{id}/stats": {
    "security": "authorization"
  }
} as const
