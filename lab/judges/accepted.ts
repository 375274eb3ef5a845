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
