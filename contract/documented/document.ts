/** The statements of the service document, as an OpenAPI document without any decision of openapi.yaml. */
import type { Document, Operation, Parameter, Reference, Schema } from '../openapi/document.ts'
import { refer, schemas } from './schemas.ts'

export { verificationCode } from './schemas.ts'

/** The document states conditions; the codes are those of openapi.yaml. */
type Conditions = Record<string, string>

interface StatedOperation {
  /** Of the operation itself. */
  requirement: string
  /** The sections of the document. */
  source: string
  security?: Operation['security']
  parameters?: Parameter[]
  body?: { required: boolean; schema: string; requirement: string }
  /** The schema of the body of a success, and its requirement if the schema has none. */
  success?: string
  shows?: string
  /** The requirement of each error condition, by the code of openapi.yaml. */
  conditions: Conditions
}

const writer = [{ bearerAuth: ['write'] }]
const caller = [{ bearerAuth: [] }]
const operator = [{ adminApiKey: [] }]

function parameter(location: 'path' | 'query', name: string, requirement: string, schema: Schema | Reference) {
  return { name, in: location, required: location === 'path', 'x-requirement': requirement, schema } as Parameter
}

const incident = [parameter('path', 'id', '4.3a', refer('IncidentId'))]

function reset(section: string, subject: 'Service' | 'Monitor'): StatedOperation {
  return {
    requirement: `${section}a`,
    source: section,
    security: caller,
    parameters: [
      parameter('path', 'id', `${section}a`, refer(`${subject}Id`)),
      parameter('query', 'before', `${section}g`, refer('Before')),
    ],
    success: 'StatsReset',
    shows: `${section}d`,
    conditions: {
      UNAUTHENTICATED: '5f',
      PLAN_UPGRADE_REQUIRED: `${section}e`,
      [`${subject.toUpperCase()}_NOT_FOUND`]: `${section}f`,
    },
  }
}

/** The document names no statuses, so the responses are ranges; nor how credentials are sent, so no security scheme is. */
function toOperation(operationId: string, stated: StatedOperation): Operation {
  const { requirement, source, security, parameters, body, success, shows, conditions } = stated
  const content = (schema: string) => ({ 'application/json': { schema: refer(schema) } })
  return {
    operationId,
    'x-requirement': requirement,
    'x-source': source,
    ...(security && { 'x-security': security }),
    ...(parameters && { parameters }),
    ...(body && {
      requestBody: { required: body.required, 'x-requirement': body.requirement, content: content(body.schema) },
    }),
    responses: {
      '2XX': {
        description: 'Done.',
        ...(shows && { 'x-requirement': shows }),
        ...(success && { content: content(success) }),
      },
      '4XX': { description: 'An error.', 'x-conditions': conditions, content: content('ErrorBody') },
    },
  } as object as Operation
}

/** Part 4, with the callers of part 5. */
const paths: Document['paths'] = {
  '/auth/signup': {
    post: toOperation('signup', {
      requirement: '4.1a',
      source: '4.1',
      body: { required: true, schema: 'SignupRequest', requirement: '4.1b' },
      success: 'Session',
      conditions: { VALIDATION_ERROR: '4.1e', EMAIL_ALREADY_REGISTERED: '4.1f' },
    }),
  },
  '/auth/login': {
    post: toOperation('login', {
      requirement: '4.2a',
      source: '4.2',
      body: { required: true, schema: 'LoginRequest', requirement: '4.2b' },
      success: 'Session',
      conditions: { INVALID_CREDENTIALS: '4.2c' },
    }),
  },
  '/api/v1/incidents/{id}/resolve': {
    put: toOperation('resolveIncident', {
      requirement: '4.3a',
      source: '4.3 and 3.1',
      security: writer,
      parameters: incident,
      body: { required: false, schema: 'ResolveRequest', requirement: '4.3d' },
      success: 'ResolvedIncident',
      conditions: {
        UNAUTHENTICATED: '4.3e',
        INSUFFICIENT_SCOPE: '4.3b',
        INCIDENT_NOT_FOUND: '4.3f',
        INCIDENT_ALREADY_RESOLVED: '3.1d',
      },
    }),
  },
  '/api/v1/incidents/{id}': {
    delete: toOperation('deleteIncident', {
      requirement: '4.4a',
      source: '4.4',
      security: writer,
      parameters: incident,
      shows: '4.4d',
      conditions: {
        UNAUTHENTICATED: '4.4e',
        INSUFFICIENT_SCOPE: '4.4b',
        INCIDENT_NOT_FOUND: '4.4f',
        AUTO_INCIDENT_NOT_DELETABLE: '4.4c',
      },
    }),
  },
  '/dashboard/account/delete': {
    post: toOperation('scheduleAccountDeletion', {
      requirement: '4.5a',
      source: '4.5',
      security: caller,
      body: { required: true, schema: 'AccountDeletionRequest', requirement: '4.5e' },
      success: 'AccountDeletion',
      conditions: {
        UNAUTHENTICATED: '5c',
        WRONG_PASSWORD: '4.5g',
        DELETION_ALREADY_REQUESTED: '4.5h',
        TEAM_HAS_OTHER_MEMBERS: '4.5i',
      },
    }),
  },
  '/admin/deletion-requests': {
    get: toOperation('listDeletionRequests', {
      requirement: '4.6a',
      source: '4.6',
      security: operator,
      parameters: ['page', 'limit'].map((name) => parameter('query', name, '4.6b', { type: 'integer' })),
      success: 'DeletionRequestPage',
      conditions: { INVALID_ADMIN_KEY: '4.6c' },
    }),
  },
  '/api/v1/services/{id}/stats': {
    delete: toOperation('resetServiceStats', reset('4.7', 'Service')),
  },
  '/api/v1/monitors/{id}/stats': {
    delete: toOperation('resetMonitorStats', reset('4.8', 'Monitor')),
  },
}

export const documented = {
  openapi: '3.1.0',
  info: { title: 'Monitoring Service', version: '1.0.0', description: 'The service document, without any decision.' },
  servers: [{ url: '{base_url}', variables: { base_url: { default: 'http://localhost:3000' } } }],
  paths,
  components: { schemas, headers: {} },
  'x-limits': { gracePeriodDays: 30, 'x-requirement': '8a' },
} as unknown as Document
