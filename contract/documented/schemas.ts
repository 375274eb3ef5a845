/** The schemas that the service document states, with the requirement of each. */
import type { Reference, Schema } from '../openapi/document.ts'

type Fields = Record<string, Schema | Reference>

const text: Schema = { type: 'string' }
const textOrNull: Schema = { type: ['string', 'null'] }
const integer: Schema = { type: 'integer' }

export const refer = (name: string): Reference => ({ $ref: `#/components/schemas/${name}` })

/** An object; a field with `?` is optional. */
function object(requirement: string | undefined, fields: Fields): Schema {
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'))
  const properties = Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema])
  return {
    type: 'object',
    ...(requirement && { 'x-requirement': requirement }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(properties),
  }
}

/** A schema of a requirement of its own; that of a pattern or a format is about nothing else. */
const stated = (requirement: string, schema: Schema | Reference): Schema => ({
  ...schema,
  'x-requirement': requirement,
})

/** Of an OAuth user. */
export const verificationCode = /^[0-9]{6}$/

const credentials = { email: refer('Email'), password: stated('4.1c', text) }
const time: Schema = { type: 'string', format: 'date-time' }
const incidentTime = stated('2.2c', refer('Timestamp'))
const deletionTimes = { deletionRequestedAt: refer('Timestamp'), deletionScheduledAt: refer('Timestamp') }

export const schemas: Record<string, Schema> = {
  UserId: stated('2.1b', { type: 'string', pattern: '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$' }),
  IncidentId: text,
  ServiceId: text,
  MonitorId: text,
  TeamId: text,
  Timestamp: time,
  Email: stated('2.1c', { type: 'string', format: 'email' }),
  Before: stated('4.7g', { type: 'string', format: 'date' }),
  SignupRequest: object('4.1b', { ...credentials, 'name?': stated('4.1d', text) }),
  LoginRequest: object('4.2b', credentials),
  ResolveRequest: object('4.3d', { 'cause?': text }),
  AccountDeletionRequest: { oneOf: [refer('PasswordProof'), refer('VerificationCodeProof')], 'x-requirement': '5d' },
  PasswordProof: object('4.5b', { password: text }),
  VerificationCodeProof: object('4.5c', {
    verificationCode: stated('4.5d', { type: 'string', pattern: verificationCode.source }),
  }),
  User: object('2.1a', {
    id: refer('UserId'),
    email: refer('Email'),
    'name?': stated('2.1d', text),
    teamId: refer('TeamId'),
    role: text,
  }),
  Session: object('2.1e', { user: refer('User'), accessToken: text, refreshToken: text }),
  Incident: object('2.2a', {
    id: refer('IncidentId'),
    monitorId: textOrNull,
    teamId: refer('TeamId'),
    type: text,
    status: text,
    title: textOrNull,
    startedAt: incidentTime,
    resolvedAt: stated('2.2c', { ...time, type: ['string', 'null'] }),
    cause: textOrNull,
    'serviceId?': stated('2.2d', text),
    createdAt: incidentTime,
  }),
  ResolvedIncident: { ...object('4.3a', { incident: refer('Incident') }), dependentSchemas: { incident: resolved() } },
  AccountDeletion: object('4.5f', deletionTimes),
  DeletionRequest: object('2.3a', {
    id: text,
    email: text,
    name: textOrNull,
    teamId: refer('TeamId'),
    teamName: textOrNull,
    ...deletionTimes,
    daysRemaining: stated('2.3b', { type: ['integer', 'null'] }),
    createdAt: refer('Timestamp'),
  }),
  DeletionRequestPage: object('4.6d', {
    data: { type: 'array', items: refer('DeletionRequest') },
    pagination: refer('Pagination'),
  }),
  Pagination: object('2.4a', { page: integer, limit: integer, total: integer }),
  StatsReset: object(undefined, { ok: { type: 'boolean' }, deletedCount: integer }),
  ErrorBody: errorBody({ 'upgradeUrl?': upgradeUrl() }),
}

/** The state after resolve; many generators read a schema only where nothing negates it, and would merge this one. */
function resolved(): Schema {
  const open = (properties: Record<string, Schema>): Schema => ({ additionalProperties: true, properties })
  return stated('3.1b', open({ incident: open({ status: stated('3.1a', { const: 'resolved' }), resolvedAt: text }) }))
}

function upgradeUrl(): Schema {
  return stated('7d', { type: 'string', format: 'uri' })
}

function errorBody(more: Fields, code: Schema = text): Schema {
  return object('7a', { error: object('7a', { code, message: text, status: stated('7c', integer), ...more }) })
}

/** The body of one error: part 7 names one code, and an upgrade URL for plan limits only. */
export function statedError(code: string): Schema {
  return errorBody(
    code === 'PLAN_UPGRADE_REQUIRED' ? { upgradeUrl: upgradeUrl() } : {},
    code === 'VALIDATION_ERROR' ? stated('7b', { type: 'string', const: code }) : text,
  )
}
