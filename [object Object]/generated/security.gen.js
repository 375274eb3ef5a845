// Made from openapi.yaml by `npm run generate`. Do not edit.
export const security = {
    "PUT /api/v1/incidents/{id}/resolve": {
        "type": "http",
        "scheme": "bearer"
    },
    "DELETE /api/v1/incidents/{id}": {
        "type": "http",
        "scheme": "bearer"
    },
    "POST /dashboard/account/delete": {
        "type": "http",
        "scheme": "bearer"
    },
    "GET /admin/deletion-requests": {
        "type": "apiKey",
        "name": "X-Admin-Api-Key"
    },
    "DELETE /api/v1/services/{id}/stats": {
        "type": "http",
        "scheme": "bearer"
    },
    "DELETE /api/v1/monitors/{id}/stats": {
        "type": "http",
        "scheme": "bearer"
    }
};
