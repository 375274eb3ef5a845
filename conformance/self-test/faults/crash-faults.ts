/** Faults of each operation in turn: empty bodies, crashes and broken connections. */
import { ServiceError } from '../implementation/service-error.ts'
import { type Operation, operations } from '../implementation/steps.ts'
import { accepting, documented, type Fault, sectionOf } from './fault.ts'

const withBody = operations.filter((operation) => operation !== 'deleteIncident')

const forEachOperation = (
  name: string,
  title: string,
  among: readonly Operation[],
  override: (operation: Operation) => Fault['override'],
) =>
  among.map((operation) =>
    documented(sectionOf[operation], `${name}-${operation}`, `${operation} ${title}`, override(operation)),
  )

export const crashFaults = [
  ...forEachOperation('empty-object', 'responds with an empty object', withBody, (operation) =>
    accepting(operation, (response) => ({ ...response, body: {} })),
  ),
  ...forEachOperation('crash', 'always responds 500', operations, (operation) => (base) => ({
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
    'Delete responds 200 with a body',
    accepting('deleteIncident', (response) => ({
      ...response,
      status: 200,
      body: { ok: true },
    })),
  ),
  documented('4.4', 'delete-204-with-body', 'Delete sends a body after a 204', (base) => ({
    send(response, request, outgoing) {
      if (response.status !== 204) return base.send(response, request, outgoing)
      // Node removes the body of a 204, so this is written to the socket.
      request.socket.end(
        'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}',
      )
    },
  })),
  documented('4.3', 'hang-up-resolveIncident', 'Resolve closes the connection instead of responding', (base) => ({
    accepted: (body, call) => ({
      ...base.accepted(body, call),
      ...(call.operation === 'resolveIncident' && { status: 0 }),
    }),
    send(response, request, outgoing) {
      if (response.status !== 0) return base.send(response, request, outgoing)
      request.socket.destroy()
    },
  })),
]
