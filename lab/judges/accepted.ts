/** Findings of the judges that stay, each with its reason; every other one is an error. */

interface Accepted {
  judge: string
  rules: string[]
  reason: string
}

export const accepted: Accepted[] = [
  {
    judge: 'spectral-oas',
    rules: ['oas3-valid-media-example'],
    reason:
      'Scenarios of refused requests break their schema on purpose; openapi-valid-examples.json has none of them.',
  },
  {
    judge: 'spectral-oas',
    rules: ['oas3-operation-security-defined'],
    reason: 'OpenAPI 3.1 allows names of roles for any scheme; the rule knows 3.0.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api4:2023-string-limit', 'owasp:api4:2023-string-restricted'],
    reason: 'Responses and passwords of log-in have no bound in the document; a request body has one, of 64 KiB.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api4:2023-integer-format', 'owasp:api4:2023-integer-limit'],
    reason: 'Integers are statuses, counts and pages; those in requests are bounded.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api8:2023-define-cors-origin'],
    reason: 'An operator decides which origins are allowed; CORS is no part of the contract.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api4:2023-rate-limit', 'owasp:api4:2023-rate-limit-responses-429'],
    reason: 'Only attempts with passwords and codes are limited, and Retry-After says how long.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api2:2023-write-restricted', 'owasp:api8:2023-define-error-responses-401'],
    reason: 'Sign-up and log-in take no credential.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api9:2023-inventory-access', 'owasp:api9:2023-inventory-environment'],
    reason: 'The server is a variable: the contract has many implementations.',
  },
  {
    judge: 'spectral-owasp',
    rules: ['owasp:api2:2023-jwt-best-practices'],
    reason: 'Clients treat a token as opaque; SECURITY.md says how it is verified.',
  },
  {
    judge: 'ibm',
    rules: ['ibm-schema-keywords', 'no-$ref-siblings'],
    reason:
      'const, dependentSchemas and texts beside $ref are OpenAPI 3.1; the published form for 3.0 has none of them.',
  },
  {
    judge: 'ibm',
    rules: ['oas3-valid-media-example', 'ibm-securityschemes'],
    reason: 'As for spectral-oas.',
  },
  {
    judge: 'ibm',
    rules: ['ibm-integer-attributes', 'ibm-string-attributes', 'ibm-array-attributes', 'ibm-schema-type-format'],
    reason: 'As for spectral-owasp; what the document leaves unbounded in a response stays so.',
  },
  {
    judge: 'ibm',
    rules: [
      ...['ibm-enum-casing-convention', 'ibm-property-casing-convention', 'ibm-path-segment-casing-convention'],
      ...['ibm-operationid-casing-convention', 'ibm-operationid-naming-convention', 'ibm-major-version-in-path'],
      ...['ibm-error-response-schemas', 'ibm-no-nullable-properties', 'ibm-collection-array-property'],
      'ibm-pagination-style',
    ],
    reason: "IBM's house style; the document states other names, paths, errors and pages.",
  },
  {
    judge: 'ibm',
    rules: ['ibm-avoid-inline-schemas'],
    reason: 'The inline objects are those of error bodies, of which generators make good names.',
  },
  {
    judge: 'specmatic',
    rules: [
      'POST /auth/signup: the key name is set to the longest possible string',
      'PUT /api/v1/incidents/(id:IncidentId)/resolve: the key cause is set to the longest possible string',
    ],
    reason: 'The random text has NUL, which x-well-formed refuses; the tool does not know that keyword.',
  },
  {
    judge: 'specmatic',
    rules: [
      'POST /auth/signup: the key name is set to a value matching an invalid regex',
      'POST /auth/signup: the key password is set to a value matching an invalid regex',
      'PUT /api/v1/incidents/(id:IncidentId)/resolve: the key cause is set to a value matching an invalid regex',
    ],
    reason: 'The tool appends a letter to the text, which still matches the pattern.',
  },
  {
    judge: 'specmatic',
    rules: [
      'POST /auth/login: expected status 200 but response contained status 401',
      'POST /dashboard/account/delete: expected status 200 but response contained status 403',
    ],
    reason: 'A random password or code is a wrong one.',
  },
  {
    judge: 'awslabs',
    rules: ['call of listDeletionRequests'],
    reason: 'It sends one credential with all calls, the token of the other operations.',
  },
]
