/** Faults with what most requests do not have: unusual values, headers and encodings; and in messages. */
import type { User } from '../implementation/memory-store.ts'
import { ServiceError } from '../implementation/service-error.ts'
import type { Override, ServiceCall } from '../implementation/steps.ts'
import { changing, handling } from '../old-overrides.ts'
import { documented, profile, sound } from './fault.ts'
import { storing } from './sound-faults.ts'

/** Refuses requests before the path is known. */
const refusingFirst =
  (code: 'PAYLOAD_TOO_LARGE' | 'UNAUTHENTICATED', applies: (call: ServiceCall) => boolean): Override =>
  (base) => ({
    onRequest(call) {
      if (applies(call)) throw new ServiceError(code)
      return base.onRequest(call)
    },
  })

const untilNul = (text: unknown) => String(text).split('\0')[0]

const dayOf = (time: number) => Math.floor(time / 86_400_000)

export const formFaults = [
  ...documented({
    '4.1 sign-up-renames: A sign-up that is refused changes the name of the account': handling(
      'signup',
      (handle, base, store) => (call) => {
        const user = base.userByEmail(String(call.body?.email).toLowerCase(), call)
        if (user) store.users.set(user.id, { ...user, name: call.body?.name as string })
        return handle(call)
      },
    ),
    '4.1 sign-up-percent: A percent sign and a space in a name are a server error': (base) => ({
      validate(call) {
        base.validate(call)
        if (String(call.body?.name).includes(' % ')) throw new ServiceError('INTERNAL_ERROR')
      },
    }),
    '4.2 password-until-nul: A password is compared up to its first NUL': (base) => ({
      textError: (name, value) => base.textError(name, name === 'password' ? untilNul(value) : value),
      passwordMatches: (user, given) => user.password !== undefined && untilNul(user.password) === untilNul(given),
    }),
  }),
  ...sound({
    '4.3 team-by-header: A header names the team of the caller': (base) => ({
      incidentOf(call) {
        const { 'x-team-id': teamId } = call.headers
        const caller = { ...(call.caller as User), ...(teamId && { teamId: String(teamId) }) }
        return base.incidentOf({ ...call, caller })
      },
    }),
    '4.1 message-with-password: The message about a password that is too short quotes it': changing(
      'passwordError',
      (error, value) => (error === undefined ? error : `${error}: ${value}`),
    ),
    '4.5 message-with-code: The message for a wrong code names the right one': (base) => ({
      error(error, call) {
        const message = `${error.message} It was not ${call.caller?.code?.digits}.`
        return base.error(error.code === 'WRONG_VERIFICATION_CODE' ? { ...error, message } : error, call)
      },
    }),
    '5 message-with-token: The message of a 401 quotes the token': (base) => ({
      error(error, call) {
        const message = `${error.message} ${String(call.headers.authorization)}`
        return base.error(error.status === 401 ? { ...error, message } : error, call)
      },
    }),
  }),
  ...profile({
    '4.7 unknown-beside-before: An unknown parameter is ignored beside a date': (base) => ({
      queryError(call) {
        const error = base.queryError(call)
        return call.query.has('before') && error?.endsWith('is unknown') ? undefined : error
      },
    }),
    '3.1 resolve-cause-of-one-line-end: CR LF in a cause becomes LF': storing((cause) =>
      cause.replaceAll('\r\n', '\n'),
    ),
    '4.3 resolve-cause-by-units: The length of a cause is counted in units of UTF-16': changing(
      'textError',
      (error, name, value) => error ?? (String(value).length > 10_000 ? `body.${name} is too long` : undefined),
    ),
    '4.6 listing-shouts: The listing shows addresses in capitals': changing('deletionRequest', (record) => ({
      ...record,
      email: String(record.email).replace('+o', '+O'),
    })),
    '4.8 id-decoded-twice: The id in a path is decoded twice': (base) => ({
      monitorOf(call) {
        const isEncoded = /^%[0-9a-f]{2}/.test(call.id)
        return base.monitorOf(isEncoded ? { ...call, id: decodeURIComponent(call.id) } : call)
      },
    }),
    '4.2 unknown-never-locked: Log-ins with an unknown address are not limited': handling(
      'login',
      (handle, base, store) => (call) => {
        const address = String(call.body?.email).toLowerCase()
        if (!base.userByEmail(address, call)) store.attempts.delete(address)
        return handle(call)
      },
    ),
    "4.7 foreign-service-message: Another team's service has a message of its own": (base, store) => ({
      serviceOf(call) {
        if (store.services.get(call.id)?.teamId === call.caller?.teamId || !store.services.has(call.id))
          return base.serviceOf(call)
        throw new ServiceError('SERVICE_NOT_FOUND', 'The service belongs to another team.')
      },
    }),
    '4.6 plus-sign: A number may have a plus sign': changing('integerError', (error, _, text) =>
      /^\+\d+$/.test(text) ? undefined : error,
    ),
    '4.5 unknown-null: An unknown property is ignored if it is null': (base) => ({
      unknownPropertyError: (body, known) =>
        base.unknownPropertyError(
          Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
          known,
        ),
    }),
    '2.3 days-of-calendar: daysRemaining counts the midnights until the deletion': (base) => ({
      daysRemaining: ({ deletion }) => dayOf(deletion?.scheduledAt.getTime() ?? 0) - dayOf(base.now().getTime()),
    }),
    '2.3 team-name-empty: The name of a team without one is empty': changing('deletionRequest', (record) => ({
      ...record,
      teamName: record.teamName ?? '',
    })),
    '0 large-before-path: A large body is refused before the path is looked up': refusingFirst(
      'PAYLOAD_TOO_LARGE',
      ({ headers }) => Number(headers['content-length']) > 65_536,
    ),
    '0 anonymous-before-media-type: A missing token is refused before the media type': refusingFirst(
      'UNAUTHENTICATED',
      ({ headers }) => headers.authorization === undefined && headers['content-type'] === 'text/plain',
    ),
    '0 deflate-unread: A body that says it is deflated is read as if it were not': (base) => ({
      isJson: (headers) =>
        base.isJson(
          headers['content-encoding'] === 'deflate' ? { ...headers, 'content-encoding': undefined } : headers,
        ),
    }),
    '0 json-sequence: A sequence of JSON texts counts as JSON': (base) => ({
      isJson: (headers) => base.isJson(headers) || /^application\/json/.test(headers['content-type'] ?? ''),
    }),
    '7 request-id-cleaned: A malformed request id is returned without its odd letters': (base) => ({
      responseHeaders(call) {
        const id = String(call.headers['x-request-id'] ?? '')
        const cleaned = /[^\w.-]/.test(id) && { 'X-Request-Id': id.replace(/[^\w.-]/g, '') }
        return { ...base.responseHeaders(call), ...cleaned }
      },
    }),
  }),
]
