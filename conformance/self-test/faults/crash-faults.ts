/** Faults of each operation in turn: empty bodies, crashes and broken connections. */

import { type Operation, operations, sectionOf } from '../implementation/operations.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override } from '../implementation/steps.ts'
import { changing, handling, only } from '../old-overrides.ts'
import { documented, type FaultTable } from './fault.ts'

const withBody = operations.filter((operation) => operation !== 'deleteIncident')

const forEachOperation = (
  name: string,
  title: string,
  among: readonly Operation[],
  override: (operation: Operation) => Override,
): FaultTable =>
  Object.fromEntries(
    among.map((operation) => [
      `${sectionOf[operation]} ${name}-${operation}: ${operation} ${title}`,
      override(operation),
    ]),
  )

export const crashFaults = documented({
  ...forEachOperation('empty-object', 'responds with an empty object', withBody, (operation) =>
    only(
      operation,
      changing('accepted', (response) => ({ ...response, body: {} })),
    ),
  ),
  ...forEachOperation('crash', 'always responds 500', operations, (operation) =>
    handling(operation, () => () => {
      throw new ServiceError('INTERNAL_ERROR')
    }),
  ),
  '4.8 crash-on-far-date: A before that 64 bits of nanoseconds cannot hold responds 500': (base) => ({
    validate(call) {
      base.validate(call)
      if ((call.query.get('before') ?? '') > '2262-04-11') throw new ServiceError('INTERNAL_ERROR')
    },
  }),
  '4.1 crash-inherited: A property __proto__ in a body responds 500': (base) => ({
    validate(call) {
      if (Object.hasOwn(call.body ?? {}, '__proto__')) throw new ServiceError('INTERNAL_ERROR')
      base.validate(call)
    },
  }),
  '4.4 delete-with-body: Delete responds 200 with a body': only(
    'deleteIncident',
    changing('accepted', (response) => ({ ...response, status: 200, body: { ok: true } })),
  ),
  '4.4 delete-204-with-body: Delete sends a body after a 204': (base) => ({
    send(response, request, outgoing) {
      if (response.status !== 204) return base.send(response, request, outgoing)
      // Node removes the body of a 204, so this is written to the socket.
      request.socket.end(
        'HTTP/1.1 204 No Content\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{"ok":true}',
      )
    },
  }),
  '4.3 hang-up-resolveIncident: Resolve closes the connection instead of responding': (base) => ({
    accepted: (body, call) => ({
      ...base.accepted(body, call),
      ...(call.operation === 'resolveIncident' && { status: 0 }),
    }),
    send(response, request, outgoing) {
      if (response.status !== 0) return base.send(response, request, outgoing)
      request.socket.destroy()
    },
  }),
})
