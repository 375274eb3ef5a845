// Made from openapi.yaml by `npm run generate`. Do not edit.
import { vSignupResponse, vLoginResponse, vResolveIncidentResponse, vScheduleAccountDeletionResponse, vListDeletionRequestsResponse, vResetServiceStatsResponse, vResetMonitorStatsResponse } from "./valibot.gen.js";
export const responses = {
    'POST /auth/signup': vSignupResponse,
    'POST /auth/login': vLoginResponse,
    'PUT /api/v1/incidents/{id}/resolve': vResolveIncidentResponse,
    'POST /dashboard/account/delete': vScheduleAccountDeletionResponse,
    'GET /admin/deletion-requests': vListDeletionRequestsResponse,
    'DELETE /api/v1/services/{id}/stats': vResetServiceStatsResponse,
    'DELETE /api/v1/monitors/{id}/stats': vResetMonitorStatsResponse,
};
