/** Faults in the shape of error bodies (Document 7). */
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, Operation, ServiceResponse } from '../implementation/steps.ts'
import { after, documented, type Fault, inError, omit, profile, refusing, sectionOf } from './fault.ts'

const inAllErrors = (id: string, title: string, change: (error: Json) => Json): Fault =>
  documented('7', `error-${id}`, title, inError(change))

/** A fault in the errors of one operation only. */
const inErrorsOf = (
  operation: Operation,
  id: string,
  title: string,
  change: (response: ServiceResponse) => ServiceResponse,
): Fault =>
  documented(sectionOf[operation], `error-${id}-of-${operation}`, `${operation}: ${title}`, refusing(operation, change))

const inside = (change: (error: Json) => Json) => (response: ServiceResponse) => ({
  ...response,
  body: { error: change((response.body as { error: Json }).error) },
})

const without = (...keys: string[]) => inside((error) => omit(error, ...keys))
const topLevel = (response: ServiceResponse) => ({ ...response, body: (response.body as { error: Json }).error })
const html = (response: ServiceResponse) => ({
  ...response,
  headers: { ...response.headers, 'Content-Type': 'text/html' },
  text: '<html><body><h1>Something went wrong</h1></body></html>',
})
const problem = (response: ServiceResponse) => {
  const { code, message, status } = (response.body as { error: Json }).error
  return { ...response, body: { type: 'about:blank', title: code, detail: message, status } }
}

export const errorBodyFaults = [
  inAllErrors('without-code', 'Errors have no code', (error) => omit(error, 'code')),
  inAllErrors('status-differs', 'The status in the body is always 400', (error) => ({ ...error, status: 400 })),
  documented('7', 'error-http-200', 'Errors have HTTP status 200', (base) => ({
    refused: after(base.refused, (response) => ({ ...response, status: 200 })),
  })),
  inErrorsOf('signup', 'top-level', 'the error object is at the top level', topLevel),
  inErrorsOf(
    'login',
    'status-differs',
    'the status in the body differs from the HTTP status',
    inside((error) => ({ ...error, status: 403 })),
  ),
  inErrorsOf('resolveIncident', 'html', 'errors are HTML pages', html),
  inErrorsOf('deleteIncident', 'without-code', 'errors have no code', without('code')),
  inErrorsOf(
    'scheduleAccountDeletion',
    'text',
    'the error is a string',
    inside((error) => error.message as Json),
  ),
  inErrorsOf(
    'listDeletionRequests',
    'status-text',
    'the status in the body is a string',
    inside((error) => ({ ...error, status: '401' })),
  ),
  inErrorsOf('resetServiceStats', 'problem', 'errors are problem details', problem),
  inErrorsOf('resetMonitorStats', 'top-level', 'the error object is at the top level', topLevel),
  documented('7', 'error-of-owner', 'TEAM_HAS_OTHER_MEMBERS has no message', (base) => ({
    error: after(base.error, (error) => (error.code === 'TEAM_HAS_OTHER_MEMBERS' ? omit(error, 'message') : error)),
  })),
  documented(
    '7',
    'upgrade-url-missing',
    'PLAN_UPGRADE_REQUIRED has no upgradeUrl',
    inError((error) => omit(error, 'upgradeUrl')),
  ),
  documented('7', 'upgrade-url-everywhere', 'Every error has an upgradeUrl', (base) => ({
    error: after(base.error, (error) => ({ ...error, upgradeUrl: base.upgradeUrl })),
  })),
  documented('7', 'upgrade-url-relative', 'upgradeUrl is a path', () => ({ upgradeUrl: '/upgrade' })),
  documented('7', 'upgrade-url-on-unknown', 'MONITOR_NOT_FOUND has an upgradeUrl', (base) => ({
    error: after(base.error, (error) =>
      error.code === 'MONITOR_NOT_FOUND' ? { ...error, upgradeUrl: base.upgradeUrl } : error,
    ),
  })),
  documented('4.3', 'malformed-path-crashes', 'A path with malformed percent-encoding responds 500', (base) => ({
    refused: (error, call) =>
      base.refused(error.message.startsWith('the path') ? new ServiceError('INTERNAL_ERROR') : error, call),
  })),
  profile(
    '7',
    'error-message-empty',
    'The message is empty',
    inError((error) => ({ ...error, message: '' })),
  ),
  profile(
    '7',
    'error-with-stack',
    'Error messages contain a stack trace',
    inError((error) => ({
      ...error,
      message: `${error.message}\n    at resolve (/srv/app/incidents.js:10:3)`,
    })),
  ),
]
