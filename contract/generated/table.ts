// Made from openapi.yaml by `npm run generate`. Do not edit.
/** Method, path, security, inputs and responses of every operation. */
export const operations = {
  "signup": {
    "method": "POST",
    "path": "/auth/signup",
    "sdk": "auth.signup",
    "security": null,
    "query": {},
    "defaults": {},
    "body": {
      "required": true,
      "texts": {
        "password": {
          "maxBytes": 72,
          "wellFormed": true
        },
        "name": {
          "wellFormed": true
        }
      }
    },
    "responses": {
      "201": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "404": [
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "409": [
        "EMAIL_ALREADY_REGISTERED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "429": [
        "RATE_LIMITED"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "login": {
    "method": "POST",
    "path": "/auth/login",
    "sdk": "auth.login",
    "security": null,
    "query": {},
    "defaults": {},
    "body": {
      "required": true,
      "texts": {}
    },
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "INVALID_CREDENTIALS"
      ],
      "404": [
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "429": [
        "RATE_LIMITED"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "resolveIncident": {
    "method": "PUT",
    "path": "/api/v1/incidents/{id}/resolve",
    "sdk": "incidents.resolve",
    "security": {
      "scheme": "bearerAuth",
      "scopes": [
        "write"
      ]
    },
    "query": {},
    "defaults": {},
    "body": {
      "required": false,
      "texts": {
        "cause": {
          "wellFormed": true
        }
      }
    },
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "UNAUTHENTICATED"
      ],
      "403": [
        "INSUFFICIENT_SCOPE"
      ],
      "404": [
        "INCIDENT_NOT_FOUND",
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "409": [
        "INCIDENT_ALREADY_RESOLVED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "deleteIncident": {
    "method": "DELETE",
    "path": "/api/v1/incidents/{id}",
    "sdk": "incidents.delete",
    "security": {
      "scheme": "bearerAuth",
      "scopes": [
        "write"
      ]
    },
    "query": {},
    "defaults": {},
    "body": null,
    "responses": {
      "204": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "UNAUTHENTICATED"
      ],
      "403": [
        "INSUFFICIENT_SCOPE"
      ],
      "404": [
        "INCIDENT_NOT_FOUND",
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "409": [
        "AUTO_INCIDENT_NOT_DELETABLE"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "scheduleAccountDeletion": {
    "method": "POST",
    "path": "/dashboard/account/delete",
    "sdk": "account.scheduleDeletion",
    "security": {
      "scheme": "bearerAuth",
      "scopes": []
    },
    "query": {},
    "defaults": {},
    "body": {
      "required": true,
      "texts": {}
    },
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "UNAUTHENTICATED"
      ],
      "403": [
        "WRONG_PASSWORD",
        "WRONG_VERIFICATION_CODE"
      ],
      "404": [
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "409": [
        "DELETION_ALREADY_REQUESTED",
        "TEAM_HAS_OTHER_MEMBERS"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "429": [
        "RATE_LIMITED"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "listDeletionRequests": {
    "method": "GET",
    "path": "/admin/deletion-requests",
    "sdk": "admin.deletionRequests",
    "security": {
      "scheme": "adminApiKey",
      "scopes": []
    },
    "query": {
      "page": "integer",
      "limit": "integer"
    },
    "defaults": {
      "page": 1,
      "limit": 20
    },
    "body": null,
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "INVALID_ADMIN_KEY"
      ],
      "404": [
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE"
      ]
    }
  },
  "resetServiceStats": {
    "method": "DELETE",
    "path": "/api/v1/services/{id}/stats",
    "sdk": "services.resetStats",
    "security": {
      "scheme": "bearerAuth",
      "scopes": []
    },
    "query": {
      "before": "string"
    },
    "defaults": {},
    "body": null,
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "UNAUTHENTICATED"
      ],
      "403": [
        "PLAN_UPGRADE_REQUIRED"
      ],
      "404": [
        "SERVICE_NOT_FOUND",
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  },
  "resetMonitorStats": {
    "method": "DELETE",
    "path": "/api/v1/monitors/{id}/stats",
    "sdk": "monitors.resetStats",
    "security": {
      "scheme": "bearerAuth",
      "scopes": []
    },
    "query": {
      "before": "string"
    },
    "defaults": {},
    "body": null,
    "responses": {
      "200": [],
      "400": [
        "VALIDATION_ERROR"
      ],
      "401": [
        "UNAUTHENTICATED"
      ],
      "403": [
        "PLAN_UPGRADE_REQUIRED"
      ],
      "404": [
        "MONITOR_NOT_FOUND",
        "NOT_FOUND"
      ],
      "405": [
        "METHOD_NOT_ALLOWED"
      ],
      "413": [
        "PAYLOAD_TOO_LARGE"
      ],
      "415": [
        "UNSUPPORTED_MEDIA_TYPE"
      ],
      "500": [
        "INTERNAL_ERROR"
      ],
      "503": [
        "UNAVAILABLE",
        "OUTCOME_UNKNOWN"
      ]
    }
  }
} as const

/** Status, message and headers of every error code. */
export const errors = {
  "VALIDATION_ERROR": {
    "status": 400,
    "headers": {}
  },
  "NOT_FOUND": {
    "status": 404,
    "message": "There is nothing at this path. Check the base address and the path.",
    "headers": {}
  },
  "METHOD_NOT_ALLOWED": {
    "status": 405,
    "message": "This path does not have this method. The Allow header names those it has.",
    "headers": {}
  },
  "EMAIL_ALREADY_REGISTERED": {
    "status": 409,
    "message": "This e-mail address has an account already. Log in instead.",
    "headers": {}
  },
  "PAYLOAD_TOO_LARGE": {
    "status": 413,
    "message": "The body is larger than 64 KiB.",
    "headers": {}
  },
  "UNSUPPORTED_MEDIA_TYPE": {
    "status": 415,
    "message": "Send the body as Content-Type: application/json in UTF-8, uncompressed, and only where one is expected.",
    "headers": {}
  },
  "RATE_LIMITED": {
    "status": 429,
    "message": "Too many tries. Wait as many seconds as the Retry-After header says.",
    "headers": {}
  },
  "INTERNAL_ERROR": {
    "status": 500,
    "message": "Something went wrong on our side. Report it with the X-Request-Id of this response.",
    "headers": {},
    "outcome": "unknown"
  },
  "UNAVAILABLE": {
    "status": 503,
    "message": "The service is not available at the moment. Try again later.",
    "headers": {},
    "outcome": "nothing"
  },
  "OUTCOME_UNKNOWN": {
    "status": 503,
    "message": "The service lost contact with its store. The change may have been made.",
    "headers": {},
    "outcome": "unknown"
  },
  "INVALID_CREDENTIALS": {
    "status": 401,
    "message": "The e-mail address or the password is wrong.",
    "headers": {
      "WWW-Authenticate": "Password realm=\"monitoring-service\""
    }
  },
  "UNAUTHENTICATED": {
    "status": 401,
    "message": "Send a valid access token as Authorization: Bearer. Log in again if yours has expired.",
    "headers": {
      "WWW-Authenticate": "Bearer realm=\"monitoring-service\""
    },
    "invalidCredentialHeaders": {
      "WWW-Authenticate": "Bearer realm=\"monitoring-service\", error=\"invalid_token\""
    }
  },
  "INSUFFICIENT_SCOPE": {
    "status": 403,
    "message": "This needs write scope. Your role can only read.",
    "headers": {
      "WWW-Authenticate": "Bearer realm=\"monitoring-service\", error=\"insufficient_scope\", scope=\"write\""
    }
  },
  "INCIDENT_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no incident with this id.",
    "headers": {}
  },
  "INCIDENT_ALREADY_RESOLVED": {
    "status": 409,
    "message": "This incident is resolved already and cannot be changed.",
    "headers": {}
  },
  "AUTO_INCIDENT_NOT_DELETABLE": {
    "status": 409,
    "message": "This incident was detected automatically and cannot be deleted. Resolve it instead.",
    "headers": {}
  },
  "WRONG_PASSWORD": {
    "status": 403,
    "message": "The password is wrong. Nothing was scheduled.",
    "headers": {}
  },
  "WRONG_VERIFICATION_CODE": {
    "status": 403,
    "message": "The verification code is wrong or has expired. Nothing was scheduled.",
    "headers": {}
  },
  "DELETION_ALREADY_REQUESTED": {
    "status": 409,
    "message": "The deletion of this account is scheduled already.",
    "headers": {}
  },
  "TEAM_HAS_OTHER_MEMBERS": {
    "status": 409,
    "message": "You own a team that has other members. Hand it over or remove them first.",
    "headers": {}
  },
  "INVALID_ADMIN_KEY": {
    "status": 401,
    "message": "Send a valid admin API key in the X-Admin-Api-Key header.",
    "headers": {
      "WWW-Authenticate": "ApiKey realm=\"monitoring-service\""
    }
  },
  "PLAN_UPGRADE_REQUIRED": {
    "status": 403,
    "message": "Statistics can be reset on the Pro plan and higher.",
    "headers": {}
  },
  "SERVICE_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no service with this id.",
    "headers": {}
  },
  "MONITOR_NOT_FOUND": {
    "status": 404,
    "message": "Your team has no monitor with this id.",
    "headers": {}
  }
} as const

/** The limits that JSON Schema cannot express. */
export const limits = {
  "gracePeriodDays": 30,
  "accessTokenSeconds": 900,
  "refreshTokenSeconds": 2592000,
  "attempts": 10,
  "attemptWindowSeconds": 900,
  "verificationCodeSeconds": 600,
  "verificationCodeAttempts": 5,
  "bodyBytes": 65536,
  "retryAfterSeconds": 5,
  "clockSkewSeconds": 60,
  "messageLength": 500,
  "nameLength": 200,
  "causeLength": 10000
} as const

/** The headers that every response has with the same value. */
export const commonHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff"
} as const

/** The request header with the credential of each security scheme. */
export const credentialHeaders = {
  "bearerAuth": "authorization",
  "adminApiKey": "x-admin-api-key"
} as const

/** The pattern of a request id. */
export const requestIdPattern = "^[A-Za-z0-9._-]{1,128}$" as const

/** The pattern of the id of a user. */
export const userIdPattern = "^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$" as const

/** The hash of the schemas from which the validators are made. */
export const schemasHash = "F_z9Q1iAO4dCQsz8cEEkQu1je4rILBlwrTrn9irOznw" as const

export type OperationId = keyof typeof operations
export type ErrorCode = keyof typeof errors
/** The names of the scenarios of each operation. */
export interface ScenarioNames {
  signup: "signup" | "signupWithoutName" | "signupUpperCaseEmail" | "invalidEmail" | "missingPassword" | "shortPassword" | "passwordOver72Bytes" | "commonPassword" | "passwordIsEmail" | "unknownProperty" | "malformedJson" | "unknownPath" | "wrongMethod" | "emailTaken" | "emailTakenInOtherCase" | "bodyTooLarge" | "wrongMediaType" | "tooManySignups" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  login: "login" | "loginAsAdmin" | "loginAsViewer" | "loginOnFreePlan" | "loginOfOtherTeam" | "loginWhileLeaving" | "loginInOtherCase" | "loginWithoutName" | "missingPassword" | "notAnObject" | "wrongPassword" | "unknownEmail" | "accountWithoutPassword" | "unknownPath" | "wrongMethod" | "bodyTooLarge" | "wrongMediaType" | "tooManyAttempts" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  resolveIncident: "resolveWithCause" | "resolveAuto" | "resolveKeepsCause" | "causeNotText" | "causeNull" | "bodyNull" | "unknownParameter" | "malformedPath" | "noToken" | "tamperedToken" | "expiredToken" | "refreshToken" | "readScopeOnly" | "unknownIncident" | "foreignIncident" | "unknownPath" | "wrongMethod" | "alreadyResolved" | "alreadyResolvedAuto" | "bodyTooLarge" | "wrongMediaType" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  deleteIncident: "deleteManual" | "deleteResolved" | "unknownParameter" | "noToken" | "tamperedToken" | "expiredToken" | "refreshToken" | "readScopeOnly" | "unknownIncident" | "foreignIncident" | "unknownPath" | "wrongMethod" | "autoIncident" | "autoResolved" | "bodyTooLarge" | "wrongMediaType" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  scheduleAccountDeletion: "withPassword" | "withVerificationCode" | "onlyOwner" | "noProof" | "bothProofs" | "codeOfFiveDigits" | "noToken" | "tamperedToken" | "expiredToken" | "refreshToken" | "wrongPassword" | "passwordOfOAuthUser" | "wrongVerificationCode" | "codeOfPasswordUser" | "unknownPath" | "wrongMethod" | "alreadyRequested" | "ownerOfOthers" | "bodyTooLarge" | "wrongMediaType" | "tooManyAttempts" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  listDeletionRequests: "firstPage" | "secondPage" | "lastPage" | "pastTheEnd" | "pageZero" | "pageTooLarge" | "pageNotDecimal" | "pageInfinite" | "pageEmpty" | "pageTwice" | "limitZero" | "limitTooLarge" | "unknownParameter" | "missingAdminKey" | "wrongAdminKey" | "tokenInsteadOfKey" | "unknownPath" | "wrongMethod" | "bodyTooLarge" | "wrongMediaType" | "internalError" | "storeUnavailable"
  resetServiceStats: "allTime" | "beforeDate" | "nothingToDelete" | "impossibleDate" | "misspelledParameter" | "noToken" | "tamperedToken" | "expiredToken" | "refreshToken" | "freePlan" | "unknownService" | "foreignService" | "monitorInsteadOfService" | "unknownPath" | "wrongMethod" | "bodyTooLarge" | "wrongMediaType" | "internalError" | "storeUnavailable" | "outcomeUnknown"
  resetMonitorStats: "allTime" | "beforeDate" | "leapDay" | "impossibleDate" | "dateTimeInsteadOfDate" | "dateEmpty" | "dateTwice" | "noToken" | "tamperedToken" | "expiredToken" | "refreshToken" | "freePlan" | "unknownMonitor" | "foreignMonitor" | "unknownPath" | "wrongMethod" | "bodyTooLarge" | "wrongMediaType" | "internalError" | "storeUnavailable" | "outcomeUnknown"
}
