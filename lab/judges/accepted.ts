/** Findings of the judges that stay: the rules of each judge, with the reason; every other finding is an error. */

const refusedExamples =
  'Scenarios of refused requests break their schema on purpose; openapi-valid-examples.json has none of them.'
const roles = 'OpenAPI 3.1 allows names of roles for any scheme; the rule knows 3.0.'
const unboundedTexts =
  'Responses and passwords of log-in have no bound in the document; a request body has one, of 64 KiB.'
const unboundedNumbers = 'Integers are statuses, counts and pages; those in requests are bounded.'
const limitedAttempts = 'Only attempts with passwords and codes are limited, and Retry-After says how long.'
const noCredential = 'Sign-up and log-in take no credential.'
const anyServer = 'The server is a variable: the contract has many implementations.'
const newerOpenapi =
  'const, dependentSchemas and texts beside $ref are OpenAPI 3.1; the published form for 3.0 has none of them.'
const houseStyle = "IBM's house style; the document states other names, paths, errors and pages."
const unknownKeyword = 'The random text has NUL, which x-well-formed refuses; the tool does not know that keyword.'
const stillMatches = 'The tool appends a letter to the text, which still matches the pattern.'
const wrongSecret = 'A random password or code is a wrong one.'

const resolve = 'PUT /api/v1/incidents/(id:IncidentId)/resolve'
const [longest, invalid] = ['set to the longest possible string', 'set to a value matching an invalid regex']

export const accepted: Record<string, Record<string, string>> = {
  'spectral-oas': {
    'oas3-valid-media-example': refusedExamples,
    'oas3-operation-security-defined': roles,
  },
  'spectral-owasp': {
    'owasp:api4:2023-string-limit': unboundedTexts,
    'owasp:api4:2023-string-restricted': unboundedTexts,
    'owasp:api4:2023-integer-format': unboundedNumbers,
    'owasp:api4:2023-integer-limit': unboundedNumbers,
    'owasp:api8:2023-define-cors-origin':
      'An operator decides which origins are allowed; CORS is no part of the contract.',
    'owasp:api4:2023-rate-limit': limitedAttempts,
    'owasp:api4:2023-rate-limit-responses-429': limitedAttempts,
    'owasp:api2:2023-write-restricted': noCredential,
    'owasp:api8:2023-define-error-responses-401': noCredential,
    'owasp:api9:2023-inventory-access': anyServer,
    'owasp:api9:2023-inventory-environment': anyServer,
    'owasp:api2:2023-jwt-best-practices': 'Clients treat a token as opaque; SECURITY.md says how it is verified.',
  },
  ibm: {
    'ibm-schema-keywords': newerOpenapi,
    'no-$ref-siblings': newerOpenapi,
    'oas3-valid-media-example': refusedExamples,
    'ibm-securityschemes': roles,
    'ibm-integer-attributes': unboundedNumbers,
    'ibm-string-attributes': unboundedTexts,
    'ibm-array-attributes': unboundedTexts,
    'ibm-schema-type-format': unboundedNumbers,
    'ibm-enum-casing-convention': houseStyle,
    'ibm-property-casing-convention': houseStyle,
    'ibm-path-segment-casing-convention': houseStyle,
    'ibm-operationid-casing-convention': houseStyle,
    'ibm-operationid-naming-convention': houseStyle,
    'ibm-major-version-in-path': houseStyle,
    'ibm-error-response-schemas': houseStyle,
    'ibm-no-nullable-properties': houseStyle,
    'ibm-collection-array-property': houseStyle,
    'ibm-pagination-style': houseStyle,
    'ibm-avoid-inline-schemas': 'The inline objects are those of error bodies, of which generators make good names.',
  },
  specmatic: {
    [`POST /auth/signup: the key name is ${longest}`]: unknownKeyword,
    [`${resolve}: the key cause is ${longest}`]: unknownKeyword,
    [`POST /auth/signup: the key name is ${invalid}`]: stillMatches,
    [`POST /auth/signup: the key password is ${invalid}`]: stillMatches,
    [`${resolve}: the key cause is ${invalid}`]: stillMatches,
    'POST /auth/login: expected status 200 but response contained status 401': wrongSecret,
    'POST /dashboard/account/delete: expected status 200 but response contained status 403': wrongSecret,
  },
  awslabs: {
    'call of listDeletionRequests': 'It sends one credential with all calls, the token of the other operations.',
  },
}
