/** Faults in what a resolve stores and shows. */
import type { Incident } from '../implementation/memory-store.ts'
import type { Json } from '../implementation/steps.ts'
import { all, family, step } from '../overrides.ts'
import { isAuto, isDisplayed, otherOfTeam, servicesWith } from '../records.ts'
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

export const resolvedIncidentFaults = toFaults({
  ...family(storing, {
    '3.1 resolve-cause-cut': (cause) => cause.slice(0, 10),
    '3.1 resolve-cause-of-255': (cause) => cause.slice(0, 255),
    '3.1 cause-cut-at-256': (cause) => (cause.length >= 256 && cause.length <= 300 ? cause.slice(0, -1) : cause),
    '3.1 resolve-cause-without-emoji': (cause) => cause.replace(/[\u{10000}-\u{10ffff}]/gu, ''),
    '3.1 cause-null-word': (cause) => (cause === 'null' ? null : cause),
    '3.1 resolve-empty-cause-ignored': (cause, before) => (cause === '' ? before.cause : cause),
    '3.1 resolve-keeps-first-cause': (cause, before) => before.cause ?? cause,
    '3.1 cause-of-auto-kept': (cause, before) => (isAuto(before) ? before.cause : null) ?? cause,
    'sound 3.1 resolve-cause-escaped': escaped,
    'sound 3.1 cause-of-auto-escaped': (cause, before) => (isAuto(before) ? escaped(cause) : cause),
    'sound 3.1 resolve-cause-backslashes': (cause) => cause.replaceAll('\\n', '\n').replaceAll('\\t', '\t'),
    'sound 3.1 resolve-cause-unescaped': (cause) => cause.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent),
    'profile 3.1 resolve-cause-of-one-line-end': (cause) => cause.replaceAll('\r\n', '\n'),
  }),
  ...family(resolved, {
    '3.1 resolve-without-time': () => ({ resolvedAt: null }),
    '2.2 resolve-makes-manual': () => ({ type: 'manual' }),
    'sound 3.1 resolved-in-year-one': () => ({ resolvedAt: new Date('0001-01-01') }),
    'sound 3.1 resolve-moves-start': ({ resolvedAt, startedAt }) => ({ startedAt: resolvedAt ?? startedAt }),
    'sound 3.1 resolve-starts-auto': (after) => (isAuto(after) ? { startedAt: new Date() } : {}),
    'sound 2.2 created-when-resolved': (after) =>
      isDisplayed(after) ? { createdAt: after.resolvedAt ?? after.createdAt } : {},
  }),
  ...family(shown, {
    'sound 2.2 resolve-foreign-team-shown': (_, { id }) => ({ teamId: id }),
    '3.1 cause-of-digits-is-number': ({ cause }) => ({ cause: /^\d+$/.test(String(cause)) ? Number(cause) : cause }),
    '2.2 resolve-service-of-monitor': (_, { monitorId }, base) =>
      servicesWith(monitorId, base).map(({ id }) => ({ serviceId: id }))[0] ?? {},
    '4.3 resolve-wrong-record': (_, incident, base) => ({
      serviceId: undefined,
      ...base.incident(otherOfTeam(incident, base)),
    }),
    'profile 2.2 resolve-service-lost': () => ({ serviceId: undefined }),
    'profile 2.2 service-of-auto-missing': ({ type }) => (type === 'auto' ? { serviceId: undefined } : {}),
  }),
  // The response shows what is not stored.
  ...family(step('saveIncident').passing, {
    'sound 3.1 resolve-loses-title': (incident) => [{ ...incident, title: null }],
    'sound 3.1 resolve-stored-as-created': (incident) => [
      { ...incident, createdAt: incident.resolvedAt ?? incident.createdAt },
    ],
  }),
  '3.1 resolve-status-closed': step('incident').setting({ status: 'closed' }),
  '3.1 resolve-chunked-without-cause': step('resolveIncident').around((handle, call) =>
    handle(call.headers['transfer-encoding'] === 'chunked' ? { ...call, body: {} } : call),
  ),
  '4.3 cause-lost-if-charset': step('validate', 'resolveIncident').after((call) => {
    if (call.headers['content-type']?.includes('charset')) call.body = {}
  }),
  '4.3 resolve-takes-over-body': all(
    step('unknownPropertyError').changing(() => undefined),
    step('resolveIncident').around(async (handle, call) => ({
      incident: Object.assign({}, (await handle())?.incident, call.body),
    })),
  ),
  'sound 3.1 resolve-object-clears-cause': step('resolveIncident').around(async (handle, { body }) => {
    const response = await handle()
    const incident = response?.incident as Json
    return body && body.cause === undefined ? { incident: { ...incident, cause: null } } : response
  }),
  ...family(step('formatTime').changing, {
    '2.2 dates-with-bare-offset': (time) => String(time).replace('Z', '+0000'),
    '2.2 dates-of-a-database': (time) => String(time).replace('T', ' ').replace('Z', '+00'),
  }),
  'sound 2.2 date-resolved-in-local-time': step('formatTime').passing((date, name) => [
    name === 'resolvedAt' ? new Date(date.getTime() + 7_200_000) : date,
  ]),
  'sound 3.1 resolve-clears-cause': step('toResolved').passing((incident, cause) => [
    { ...incident, cause: null },
    cause,
  ]),
  'profile 4.3 resolve-cause-by-units': step('textError').changing(
    (error, name, value) => error ?? (String(value).length > 10_000 ? `body.${name} is too long` : undefined),
  ),
})
