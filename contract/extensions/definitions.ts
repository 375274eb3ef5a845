/** The specification extensions of openapi.yaml as JSON Schemas, with the texts that editors show. */
import demoData from '../demo/data.json' with { type: 'json' }

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const reason = { type: 'string', pattern: '\\S' }
const callers = demoData.users.map(({ email }) => email).filter((email) => !email.endsWith('@leavers.example'))

const given = object(
  {
    repeats: { type: 'integer', minimum: 1, description: 'How often the same request was sent before.' },
    store: {
      enum: ['closed', 'interrupted', 'broken'],
      description:
        'The store is closed (unavailable), interrupted (loses its connection in a write) or broken (throws an unexpected error).',
    },
  },
  { additionalProperties: false, minProperties: 1, description: 'What happened before the request.' },
)

const send = object(
  {
    method: { type: 'string', pattern: '^[A-Z]+$', description: "Replaces the operation's method." },
    path: { type: 'string', pattern: '^/', description: "Replaces the operation's path." },
    query: { type: 'string', description: 'The query string, sent verbatim.' },
    contentType: { type: 'string', minLength: 1, description: 'The media type of a text body.' },
    bytes: { type: 'integer', minimum: 1, description: 'The size in bytes to which the body is padded.' },
    raw: { type: 'boolean', description: "The example's value is sent verbatim, neither encoded nor escaped." },
    beyondSchema: {
      type: 'boolean',
      description: 'The request matches its schema, and violates a rule that JSON Schema cannot express.',
    },
  },
  { additionalProperties: false, minProperties: 1, description: 'How the request differs from a regular one.' },
)

export const definitions: Record<string, object> = {
  'x-decided': {
    type: ['string', 'object'],
    pattern: '\\S',
    minProperties: 1,
    additionalProperties: reason,
    description:
      'Why this was chosen, where the service document is silent. A text explains the whole element, a map some of its keywords. ' +
      'On a response, `status` stands for its number; on an error code, each code for its condition.',
  },
  'x-sdk': {
    type: 'string',
    pattern: '^[a-z][A-Za-z]*\\.[a-z][A-Za-z]*$',
    description: "The SDK's function, as GROUP.NAME. No two operations have the same.",
  },
  'x-source': {
    type: 'string',
    description: 'The sections of the service document that state the operation.',
  },
  'x-limits': {
    type: 'object',
    properties: { 'x-decided': { type: 'object', additionalProperties: reason } },
    additionalProperties: { type: 'integer', minimum: 1 },
    description: 'Limits that JSON Schema cannot express. The name ends with the unit.',
  },
  'x-errors': {
    type: 'object',
    additionalProperties: object(
      {
        when: { ...reason, description: 'The condition.' },
        repeat: { ...reason, description: 'Whether to repeat it.' },
      },
      { required: ['when', 'repeat'], additionalProperties: false },
    ),
    description: 'For each error code: when the service returns it, and whether and how to repeat the request.',
  },
  'x-max-bytes': { type: 'integer', minimum: 1, description: 'The maximum length of a text in bytes of UTF-8.' },
  'x-well-formed': { const: true, description: 'The text has no lone surrogates and no NUL.' },
  'x-outcome': {
    type: 'object',
    minProperties: 1,
    additionalProperties: { enum: ['nothing', 'unknown'] },
    description: 'How much of a write was done, for each error code of a status from 500.',
  },
  'x-microcks-refs': {
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z0-9_.-]+$' },
    uniqueItems: true,
    description: 'The names of the scenarios of a response without a body.',
  },
  'x-caller': {
    enum: ['anonymous', 'operator', ...callers],
    description: "Who sends the request: a demo user's e-mail, `operator` (holds the admin API key) or `anonymous`.",
  },
  'x-credential': {
    enum: ['valid', 'tampered', 'expired', 'refresh', 'wrong'],
    description: "The state of the caller's credential.",
  },
  'x-given': given,
  'x-send': send,
}
