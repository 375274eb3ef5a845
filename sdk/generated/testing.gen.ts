// Made from openapi.yaml by `npm run generate`. Do not edit.
/** The function of each operation, and the status of its success. */
export const functions = {
  "POST /auth/signup": {
    "name": "auth.signup",
    "status": 201
  },
  "POST /auth/login": {
    "name": "auth.login",
    "status": 200
  },
  "PUT /api/v1/incidents/{id}/resolve": {
    "name": "incidents.resolve",
    "status": 200
  },
  "DELETE /api/v1/incidents/{id}": {
    "name": "incidents.delete",
    "status": 204
  },
  "POST /dashboard/account/delete": {
    "name": "account.scheduleDeletion",
    "status": 200
  },
  "GET /admin/deletion-requests": {
    "name": "admin.deletionRequests",
    "status": 200
  },
  "DELETE /api/v1/services/{id}/stats": {
    "name": "services.resetStats",
    "status": 200
  },
  "DELETE /api/v1/monitors/{id}/stats": {
    "name": "monitors.resetStats",
    "status": 200
  }
} as const
/** The status and message of each error code. */
export const errors = {
  "VALIDATION_ERROR": {
    "status": 400
  },
  "NOT_FOUND": {
    "status": 404,
    "message": "There is nothing at this path. Check the base address and the path."
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "message": "This path does not have this method. The Allow header names those it has."
  },
  "EMAIL_ALREADY_REGISTERED": {
    "status": 409,
    "message": "This e-mail address has an account already. Log in instead."
  },
  "PAYLOAD_TOO_LARGE": {
    "status": 413,
    "message": "The body is larger than 64 KiB."
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "message": "Send the body as Content-Type: application/json in UTF-8, uncompressed, and only where one is expected."
  },
  "RATE_LIMITED": {
    "status": 429,
    "message": "Too many tries. Wait as many seconds as the Retry-After header says."
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "message": "Something went wrong on our side. Report it with the X-Request-Id of this response."
  },
  "UNAVAILABLE": {
    "status": 503,
    "message": "The service is not available at the moment. Try again later."
  },
  "OUTCOME_UNKNOWN": {
    "status": 503,
    "message": "The service lost contact with its store. The change may have been made."
  },
  "INVALID_CREDENTIALS": {
    "status": 401,
    "message": "The e-mail address or the password is wrong."
  },
  "UNAUTHENTICATED": {
    "status": 401,
    "message": "Send a valid access token as Authorization: Bearer. Log in again if yours has expired."
  },
  "INSUFFICIENT_SCOPE": {
    "status": 403,
    "message": "This needs write scope. Your role can only read."
  },
  "INCIDENT_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no incident with this id."
  },
  "INCIDENT_ALREADY_RESOLVED": {
    "status": 409,
    "message": "This incident is resolved already and cannot be changed."
  },
  "AUTO_INCIDENT_NOT_DELETABLE": {
    "status": 409,
    "message": "This incident was detected automatically and cannot be deleted. Resolve it instead."
  },
  "WRONG_PASSWORD": {
    "status": 403,
    "message": "The password is wrong. Nothing was scheduled."
  },
  "WRONG_VERIFICATION_CODE": {
    "status": 403,
    "message": "The verification code is wrong or has expired. Nothing was scheduled."
  },
  "DELETION_ALREADY_REQUESTED": {
    "status": 409,
    "message": "The deletion of this account is scheduled already."
  },
  "TEAM_HAS_OTHER_MEMBERS": {
    "status": 409,
    "message": "You own a team that has other members. Hand it over or remove them first."
  },
  "INVALID_ADMIN_KEY": {
    "status": 401,
    "message": "Send a valid admin API key in the X-Admin-Api-Key header."
  },
  "PLAN_UPGRADE_REQUIRED": {
    "status": 403,
    "message": "Statistics can be reset on the Pro plan and higher."
  },
  "SERVICE_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no service with this id."
  },
  "MONITOR_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no monitor with this id."
  }
} as const
