/** Faults made by rote, one operation after the other: what a crash, a stub or a proxy answers in its place. */
import { ServiceError } from '../implementation/service-error.ts'
import { type Operation, operations } from '../implementation/steps.ts'
import { accepting, documented, type Fault, sectionOf } from './fault.ts'

const withBody = operations.filter((operation) => operation !== 'deleteIncident')

const rote = (
  name: string,
  title: string,
  among: readonly Operation[],
  override: (operation: Operation) => Fault['override'],
) =>
  among.map((operation) =>
    documented(sectionOf[operation], `${name}-${operation}`, `${operation} ${title}`, override(operation)),
  )

export const mechanical = [
  ...rote('empty-object', 'answers with an empty object', withBody, (operation) =>
    accepting(operation, (answer) => ({ ...answer, body: {} })),
  ),
  ...rote('crash', 'answers 500 to everything', operations, (operation) => (base) => ({
    handlers: {
      ...base.handlers,
      [operation]() {
        throw new ServiceError('INTERNAL_ERROR')
      },
    },
  })),
  documented(
    '4.4',
    'delete-with-body',
    'Delete answers 200 with a body',
    accepting('deleteIncident', (answer) => ({
      ...answer,
      status: 200,
      body: { ok: true },
    })),
  ),
  documented('4.4', 'delete-204-with-body', 'Delete answers 204 and sends a body behind it', (base) => ({
    send(answer, request, response) {
      if (answer.status !== 204) return base.send(answer, request, response)
      // Node drops a body that a 204 must not have, so this one goes past it.
      request.socket.end(
        'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}',
      )
    },
  })),
  documented('4.3', 'hang-up-resolveIncident', 'Resolve closes the connection in place of an answer', (base) => ({
    accepted: (body, call) => ({
      ...base.accepted(body, call),
      ...(call.operation === 'resolveIncident' && { status: 0 }),
    }),
    send(answer, request, response) {
      if (answer.status !== 0) return base.send(answer, request, response)
      request.socket.destroy()
    },
  })),
]
