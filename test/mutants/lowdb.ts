/** Mutants of the store on lowdb. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { inFile } from './mutant.ts'

export const lowdb = inFile('server/store/lowdb.ts', ['memory'], {
  'a taken e-mail is not noticed': ['if (byEmail(data, user.email)) return false\n', '\n'],
  'an added e-mail keeps its case': [
    '{ ...structuredClone(user), email: user.email.toLowerCase() }',
    '{ ...structuredClone(user) }',
  ],
  'a loaded e-mail keeps its case': ['for (const user of copy.users) user.email = user.email.toLowerCase()\n', '\n'],
  'an e-mail is looked up in one case': ['user.email === email.toLowerCase()', 'user.email === email'],
  'an account has no team': ["add(data, 'teams', [structuredClone(team)])\n", '\n'],
  'an added user is no copy': ['...structuredClone(user), email', '...user, email'],
  'an added team is no copy': ["add(data, 'teams', [structuredClone(team)])", "add(data, 'teams', [team])"],
  'what is loaded is no copy': ['const copy = structuredClone(loaded)', 'const copy = loaded'],
  'a record of another team is found': ['record.id === id && record.teamId === teamId', 'record.id === id'],
  'a dump is in no order': ['records.toSorted(byKey)', 'records'],
  'the others of a team include oneself': ['teamId === user.teamId && id !== userId', 'teamId === user.teamId'],
  'the others of a team are all others': ['teamId === user.teamId && id !== userId', 'id !== userId'],
  'a change is not written': ['record === old ? kept : record', 'record'],
  'what a rule made is no copy': ['const kept = structuredClone(changed)', 'const kept = changed'],
  'a rule gets the very team': ['change(structuredClone(team))', 'change(team)'],
  'a rule gets the very user': ['change(structuredClone(user), others)', 'change(user, others)'],
  'a rule gets the very incident': ['change(structuredClone(incident))', 'change(incident)'],
  'a check gets the very incident': ['check(structuredClone(incident))', 'check(incident)'],
  'a removal is not checked': ['        check(structuredClone(incident))\n', '\n'],
  'a removed incident stays': ["remove(data, 'incidents', (other) => other === incident)\n", '\n'],
  'statistics of the day itself go': ['row.date < before', 'row.date <= before'],
  'statistics of all monitors go': ['monitorIds.includes(row.monitorId) && (before', '(before'],
  'the first monitor of a service is all': ['service.monitorIds, before', 'service.monitorIds.slice(0, 1), before'],
  'a listing is in no order': ['deletionScheduledAt !== null).sort(bySchedule)', 'deletionScheduledAt !== null)'],
  'a listing is ordered by id only': ['`${user.deletionScheduledAt} ${user.id}`', '`${user.id}`'],
  'a listing is ordered by time only': ['`${user.deletionScheduledAt} ${user.id}`', '`${user.deletionScheduledAt}`'],
  'an offset is off by one': [
    'scheduled.slice(offset, offset + limit)',
    'scheduled.slice(offset + 1, offset + 1 + limit)',
  ],
  'the limit of a listing is ignored': ['scheduled.slice(offset, offset + limit)', 'scheduled.slice(offset)'],
  'the total counts the page': ['total: scheduled.length', 'total: members.length'],
  'whoever is due now is not': ["(user.deletionScheduledAt ?? '~') <= now", "(user.deletionScheduledAt ?? '~') < now"],
  'the limit of a completion is ignored': [
    'for (const user of due.slice(0, limit)) removeUser',
    'for (const user of due) removeUser',
  ],
  'a team that goes leaves its statistics': [
    "remove(data, 'dailyStats', (row) => monitorIds.includes(row.monitorId))\n",
    '\n',
  ],
  'a user who goes leaves counters': ['=> key === email || key === `signup ${email}`', '=> key === `signup ${email}`'],
  'a user who goes leaves sign-ups': ['=> key === email || key === `signup ${email}`', '=> key === email'],
  'a team outlives its members': ["remove(data, 'teams', (team) => team.id === teamId)\n", '\n'],
  'a team that goes leaves its incidents': [
    "['incidents', 'services', 'monitors'] as const",
    "['services', 'monitors'] as const",
  ],
  'a team goes with the first of its members': [
    'if (data.users.some((user) => user.teamId === teamId)) return\n',
    '\n',
  ],
  'a window that is over now runs on': ['known.resetsAt <= now', 'known.resetsAt < now'],
  'a window never ends': ['!known || known.resetsAt <= now', '!known'],
  'each try prolongs the window': [
    '{ ...known, count: known.count + 1 }',
    '{ ...known, count: known.count + 1, resetsAt }',
  ],
  'a counter that ends now is kept': [
    'attempts.resetsAt <= now) || undefined',
    'attempts.resetsAt < now) || undefined',
  ],
  'all counters are forgotten': ['attempts.key === key) || undefined', 'attempts.key !== "") || undefined'],
})

export const loading = inFile('server/store/loading.ts', ['memory', 'sqlite', 'postgres'], {
  'what is there twice is loaded': [
    '  for (const name of Object.keys(data) as (keyof Data)[]) checkUnique(data, name)\n',
    '',
    { on: ['memory'] },
  ],
  'whom loaded records belong to is not asked': ['  checkOwners(loaded, data)\n', '', { on: ['memory'] }],
  'a user of no team is loaded': [
    "of ['users', 'services', 'monitors', 'incidents']",
    "of ['services', 'monitors', 'incidents']",
  ],
  'an incident of no team is loaded': [
    "of ['users', 'services', 'monitors', 'incidents']",
    "of ['users', 'services', 'monitors']",
  ],
  "a service of another team's monitor is loaded": ['demand(teamOf.get(id) === teamId,', 'demand(teamOf.has(id),'],
  'a service of no monitor is loaded': ['demand(teamOf.get(id) === teamId,', 'demand(true,'],
  'statistics of no monitor are loaded': ['demand(teamOf.has(monitorId),', 'demand(true,'],
  'a team that comes along is absent': [
    '[...known.teams, ...loaded.teams]',
    '[...known.teams]',
    { on: ['sqlite', 'postgres'] },
  ],
  'a monitor that comes along is absent': [
    '[...known.monitors, ...loaded.monitors]',
    '[...known.monitors]',
    { on: ['sqlite', 'postgres'] },
  ],
  'a team that is there already is absent': ['[...known.teams, ...loaded.teams]', '[...loaded.teams]'],
  'a monitor that is there already is absent': ['[...known.monitors, ...loaded.monitors]', '[...loaded.monitors]'],
})

export const queue = inFile('server/store/queue.ts', ['memory', 'file'], {
  'what is handed out is no copy': ['const copy = structuredClone(value) as never', 'const copy = value as never'],
  'what a step did before it threw is kept': ['const draft = { ...db.data }', 'const draft = db.data'],
  'a reader writes': ['if (writes && value !== undefined) db.data = draft', 'if (value !== undefined) db.data = draft'],
  'a step that changes nothing writes': [
    'if (writes && value !== undefined) db.data = draft',
    'if (writes) db.data = draft',
  ],
  'a write that failed stays in memory': ['      db.data = durable\n', '\n'],
  'acknowledged before it is on the disk': ['await db.write()', 'db.write()'],
  'only the first of a batch is refused': [
    'for (const { reject } of refused)',
    'for (const { reject } of refused.slice(0, 1))',
  ],
  'the store goes on when nobody knows what is on the disk': ['      stopped ||= lost\n', '\n'],
  'who waits when nobody knows what is on the disk is not told': ['[...batch, ...waiting.splice(0)]', '[...batch]'],
  'a closed store answers': ['if (stopped) return reject(', 'if (!db) return reject('],
  'closing does not wait': ['      await draining\n', '\n', { on: ['file'] }],
  'each step is written by itself': ['await runBatch(batch)', 'for (const job of batch) await runBatch([job])'],
})
