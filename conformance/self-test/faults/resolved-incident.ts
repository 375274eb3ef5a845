/** Faults in what a resolve stores and shows. */
import type { Incident } from '../implementation/memory-store.ts'
import type { Json } from '../implementation/steps.ts'
import { all, handling, setting, step } from '../overrides.ts'
import { incidentsOf, isAuto, isDisplayed, servicesWith } from '../records.ts'
import { toFaults } from './fault.ts'

/** Wrong value: a cause is changed before it is stored. */
const storing = (change: (cause: string, incident: Incident) => string | null) =>
  step('toResolved').changing((after, before, cause) =>
    cause === undefined ? after : { ...after, cause: change(String(cause), before) },
  )

/** Wrong value: in the incident that is stored and shown after a resolve. */
const resolved = step('toResolved').setting

/** Wrong echo: in the incident that is shown. */
const shown = step('incident').setting

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

export const resolvedIncidentFaults = [
  ...toFaults(storing, {
    '3.1 resolve-cause-cut: A cause is truncated to ten characters': (cause) => cause.slice(0, 10),
    '3.1 resolve-cause-of-255: A cause is cut after 255 characters': (cause) => cause.slice(0, 255),
    '3.1 cause-cut-at-256: A cause of 256 to 300 characters loses the last one': (cause) =>
      cause.length >= 256 && cause.length <= 300 ? cause.slice(0, -1) : cause,
    '3.1 resolve-cause-without-emoji: Letters beyond U+FFFF are dropped from a cause': (cause) =>
      cause.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    '3.1 cause-null-word: A cause that is the word null is stored as none': (cause) =>
      cause === 'null' ? null : cause,
    '3.1 resolve-empty-cause-ignored: An empty cause does not replace the one that was stored': (cause, before) =>
      cause === '' ? before.cause : cause,
    '3.1 resolve-keeps-first-cause: A cause does not replace the one that was stored': (cause, before) =>
      before.cause ?? cause,
    '3.1 cause-of-auto-kept: An auto incident that has a cause keeps it': (cause, before) =>
      (isAuto(before) ? before.cause : null) ?? cause,
    'sound 3.1 resolve-cause-escaped: A cause is stored with HTML entities': escaped,
    'sound 3.1 cause-of-auto-escaped: The cause of an auto incident is stored as HTML': (cause, before) =>
      isAuto(before) ? escaped(cause) : cause,
    'sound 3.1 resolve-cause-backslashes: A backslash and a letter in a cause become a control character': (cause) =>
      cause.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
    'sound 3.1 resolve-cause-unescaped: Percent-encoding in a cause is decoded': (cause) =>
      cause.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent),
    'profile 3.1 resolve-cause-of-one-line-end: CR LF in a cause becomes LF': (cause) => cause.replaceAll('\r\n', '\n'),
  }),
  ...toFaults(resolved, {
    '3.1 resolve-without-time: Resolve does not set resolvedAt': () => ({ resolvedAt: null }),
    '2.2 resolve-makes-manual: The type of a resolved incident becomes manual': () => ({ type: 'manual' }),
    'sound 3.1 resolved-in-year-one: resolvedAt is the year 1': () => ({ resolvedAt: new Date('0001-01-01') }),
    'sound 3.1 resolve-moves-start: Resolve also sets startedAt': ({ resolvedAt, startedAt }) => ({
      startedAt: resolvedAt ?? startedAt,
    }),
    'sound 3.1 resolve-starts-auto: The resolve of an auto incident sets startedAt': (after) =>
      isAuto(after) ? { startedAt: new Date() } : {},
    'sound 2.2 created-when-resolved: For a displayed incident, createdAt becomes the time of the resolve': (after) =>
      isDisplayed(after) ? { createdAt: after.resolvedAt ?? after.createdAt } : {},
  }),
  ...toFaults(shown, {
    '2.2 resolve-foreign-team-shown: The teamId of an incident is wrong': (_, { id }) => ({ teamId: id }),
    '3.1 cause-of-digits-is-number: A cause of digits is returned as a number': ({ cause }) => ({
      cause: /^\d+$/.test(String(cause)) ? Number(cause) : cause,
    }),
    '2.2 resolve-service-of-monitor: The serviceId of an incident is the first service of its monitor': (
      _,
      { monitorId },
      base,
    ) => servicesWith(monitorId, base).map(({ id }) => ({ serviceId: id }))[0] ?? {},
    '4.3 resolve-wrong-record: Resolve returns another incident of the team': (_, incident, base) => {
      const isOther = ({ id, teamId }: Incident) => teamId === incident.teamId && id !== incident.id
      return { serviceId: undefined, ...base.incident(incidentsOf(base).find(isOther) ?? incident) }
    },
    'profile 2.2 resolve-service-lost: An incident never has a serviceId': () => ({ serviceId: undefined }),
    'profile 2.2 service-of-auto-missing: The serviceId of an auto incident is left out': ({ type }) =>
      type === 'auto' ? { serviceId: undefined } : {},
  }),
  ...toFaults({
    '3.1 resolve-status-closed: The status of a resolved incident is closed': setting('incident', { status: 'closed' }),
    '3.1 resolve-chunked-without-cause: The cause of a chunked body is not stored': handling('resolveIncident')(
      (handle) => (call) => handle(call.headers['transfer-encoding'] === 'chunked' ? { ...call, body: {} } : call),
    ),
    '4.3 cause-lost-if-charset: The cause is ignored when the content type has a charset': step(
      'validate',
      'resolveIncident',
    ).after((call) => {
      if (call.headers['content-type']?.includes('charset')) call.body = {}
    }),
    '4.3 resolve-takes-over-body: Resolve returns any field of its body': all(
      step('unknownPropertyError').changing(() => undefined),
      handling('resolveIncident')((handle) => async (call) => ({
        incident: Object.assign({}, (await handle(call))?.incident, call.body),
      })),
    ),
    'sound 3.1 resolve-object-clears-cause: A resolve whose body has no cause clears the stored one': handling(
      'resolveIncident',
    )((handle) => async (call) => {
      const answer = await handle(call)
      const incident = answer?.incident as Json
      return call.body && call.body.cause === undefined ? { incident: { ...incident, cause: null } } : answer
    }),
    'sound 2.2 date-resolved-in-local-time: resolvedAt is local time marked as UTC': step('formatTime').passing(
      (date, name) => [name === 'resolvedAt' ? new Date(date.getTime() + 7_200_000) : date],
    ),
    'profile 3.1 resolve-clears-cause: A resolve without a cause clears the stored one': step('toResolved').passing(
      (incident, cause) => [{ ...incident, cause: null }, cause],
    ),
    'profile 4.3 resolve-cause-by-units: The length of a cause is counted in units of UTF-16': step(
      'textError',
    ).changing(
      (error, name, value) => error ?? (String(value).length > 10_000 ? `body.${name} is too long` : undefined),
    ),
  }),
]
