export declare const security: {
    readonly "PUT /api/v1/incidents/{id}/resolve": {
        readonly type: "http";
        readonly scheme: "bearer";
    };
    readonly "DELETE /api/v1/incidents/{id}": {
        readonly type: "http";
        readonly scheme: "bearer";
    };
    readonly "POST /dashboard/account/delete": {
        readonly type: "http";
        readonly scheme: "bearer";
    };
    readonly "GET /admin/deletion-requests": {
        readonly type: "apiKey";
        readonly name: "X-Admin-Api-Key";
    };
    readonly "DELETE /api/v1/services/{id}/stats": {
        readonly type: "http";
        readonly scheme: "bearer";
    };
    readonly "DELETE /api/v1/monitors/{id}/stats": {
        readonly type: "http";
        readonly scheme: "bearer";
    };
};
