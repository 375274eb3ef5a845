/** Faults in how a refusal is told (Document 7). */
import { ServiceError } from '../implementation/service-error.ts'
import type { Json, Operation, ServiceResponse } from '../implementation/steps.ts'
import { after, documented, type Fault, inError, omit, profile, refusing, sectionOf } from './fault.ts'

const everywhere = (id: string, title: string, change: (error: Json) => Json): Fault =>
  documented('7', `error-${id}`, title, inError(change))

/** A fault in the refusals of one operation alone, where a look at another one does not find it. */
const of = (
  operation: Operation,
  id: string,
  title: string,
  change: (answer: ServiceResponse) => ServiceResponse,
): Fault =>
  documented(sectionOf[operation], `error-${id}-of-${operation}`, `${operation}: ${title}`, refusing(operation, change))

const inside = (change: (error: Json) => Json) => (answer: ServiceResponse) => ({
  ...answer,
  body: { error: change((answer.body as { error: Json }).error) },
})

const without = (...keys: string[]) => inside((error) => omit(error, ...keys))
const topLevel = (answer: ServiceResponse) => ({ ...answer, body: (answer.body as { error: Json }).error })
const html = (answer: ServiceResponse) => ({
  ...answer,
  headers: { ...answer.headers, 'Content-Type': 'text/html' },
  text: '<html><body><h1>Something went wrong</h1></body></html>',
})
const problem = (answer: ServiceResponse) => {
  const { code, message, status } = (answer.body as { error: Json }).error
  return { ...answer, body: { type: 'about:blank', title: code, detail: message, status } }
}

export const errorShape = [
  everywhere('without-code', 'Errors have no code', (error) => omit(error, 'code')),
  everywhere('status-differs', 'The status in the body is always 400', (error) => ({ ...error, status: 400 })),
  documented('7', 'error-http-200', 'Refusals come with HTTP status 200', (base) => ({
    refused: after(base.refused, (answer) => ({ ...answer, status: 200 })),
  })),
  of('signup', 'top-level', 'errors are not in error', topLevel),
  of(
    'login',
    'status-differs',
    'the status in the body is not that of HTTP',
    inside((error) => ({ ...error, status: 403 })),
  ),
  of('resolveIncident', 'html', 'errors are HTML pages', html),
  of('deleteIncident', 'without-code', 'errors have no code', without('code')),
  of(
    'scheduleAccountDeletion',
    'text',
    'the error is text',
    inside((error) => error.message as Json),
  ),
  of(
    'listDeletionRequests',
    'status-text',
    'the status in the body is text',
    inside((error) => ({ ...error, status: '401' })),
  ),
  of('resetServiceStats', 'problem', 'errors are problem details', problem),
  of('resetMonitorStats', 'top-level', 'errors are not in error', topLevel),
  documented('7', 'error-of-owner', 'Only the refusal of owners of others has no message', (base) => ({
    error: after(base.error, (error) => (error.code === 'TEAM_HAS_OTHER_MEMBERS' ? omit(error, 'message') : error)),
  })),
  documented(
    '7',
    'upgrade-url-missing',
    'A plan limit does not say where to upgrade',
    inError((error) => omit(error, 'upgradeUrl')),
  ),
  documented('7', 'upgrade-url-everywhere', 'Every error says where to upgrade', (base) => ({
    error: after(base.error, (error) => ({ ...error, upgradeUrl: base.upgradeUrl })),
  })),
  documented('7', 'upgrade-url-relative', 'upgradeUrl is a path', () => ({ upgradeUrl: '/upgrade' })),
  documented('7', 'upgrade-url-on-unknown', 'An unknown monitor is answered with where to upgrade', (base) => ({
    error: after(base.error, (error) =>
      error.code === 'MONITOR_NOT_FOUND' ? { ...error, upgradeUrl: base.upgradeUrl } : error,
    ),
  })),
  documented('4.3', 'malformed-path-crashes', 'A path that escapes nothing is answered with 500', (base) => ({
    refused: (refusal, call) =>
      base.refused(refusal.message.startsWith('the path') ? new ServiceError('INTERNAL_ERROR') : refusal, call),
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
    'Errors tell where in the program they come from',
    inError((error) => ({
      ...error,
      message: `${error.message}\n    at resolve (/srv/app/incidents.js:10:3)`,
    })),
  ),
]
