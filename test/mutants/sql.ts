/** Mutants of the SQL stores' calls. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { inFile } from './mutant.ts'

/** Runs the statements of a transaction one by one, and keeps those before the one that fails. */
const noTransaction = '({ execute: (call) => call(db) })'

export const sql = inFile('server/store/sql.ts', ['sqlite', 'postgres'], {
  'half a sign-up: the team stays': [
    ".transaction()\n          .execute(async (transaction) => {\n            await transaction.insertInto('teams')",
    ".connection()\n          .execute(async (transaction) => {\n            await transaction.insertInto('teams')",
  ],
  'a taken e-mail is not noticed': ['if (numInsertedOrUpdatedRows === 0n) throw taken\n', '\n'],
  'a taken e-mail is an error': ["              .onConflict((known) => known.column('email').doNothing())\n", ''],
  'an e-mail is looked up in one case': ['{ email: email.toLowerCase() }', '{ email }'],
  'a changed team is not written': [
    "          await transaction.updateTable('teams').set(fromTeam(changed)).where('id', '=', id).execute()\n",
    '',
  ],
  'a changed user is not written': [
    "          await transaction.updateTable('users').set(fromUser(changed)).where('id', '=', id).execute()\n",
    '',
  ],
  'all teams are changed': [
    ".set(fromTeam(changed)).where('id', '=', id)",
    '.set({ plan: changed.plan, name: changed.name })',
  ],
  'a team is read, and written later': [
    'db.transaction().execute(async (transaction) => {\n          const row = await lock(',
    `${noTransaction}.execute(async (transaction) => {\n          const row = await lock(`,
  ],
  'a user is read, and written later': [
    'db.transaction().execute(async (transaction) => {\n          // Nobody',
    `${noTransaction}.execute(async (transaction) => {\n          // Nobody`,
  ],
  'a team is not locked': [
    "await lock(transaction.selectFrom('teams').selectAll().where('id', '=', id))",
    "await transaction.selectFrom('teams').selectAll().where('id', '=', id)",
    { on: ['postgres'] },
  ],
  'the team of a user is not locked': ['await lock(team).execute()', 'await team.execute()', { on: ['postgres'] }],
  'the others of a team include oneself': ["            .where('id', '!=', id)\n", ''],
  'the others of a team are all others': ["            .where('team_id', '=', row.team_id)\n", ''],
  'what a rule made of a user is no copy': [
    'structuredClone(change(toUser(row), Number(others)))',
    'change(toUser(row), Number(others))',
  ],
  'a change of an incident is not written': [
    'const { numAffectedRows } = await statements.changeIncident(changed)',
    'const numAffectedRows = changed && 1n',
  ],
  'a change of an incident that came too late passes': [
    'if (numAffectedRows === 1n) return toIncident(changed)',
    'return toIncident(changed)',
  ],
  'a removal of an incident that came too late passes': [
    'if (numAffectedRows === 1n) return toIncident(row)',
    'return toIncident(row)',
  ],
  'a removal is not checked': ['          check(toIncident(row))\n', ''],
  'all time ends some day': ["const endOfTime = '~'", "const endOfTime = '2025-01-02'"],
  "a monitor's team is not asked": [
    'if (rows.length === 0) return undefined\n        return Number((await statements.resetMonitorStats',
    'return Number((await statements.resetMonitorStats',
  ],
  "a service's team is not asked": [
    'if (rows.length === 0) return undefined\n        return Number((await statements.resetServiceStats',
    'return Number((await statements.resetServiceStats',
  ],
  'the total counts the page': ['total: Number(counted?.total)', 'total: rows.length'],
  'a total is text': ['total: Number(counted?.total)', 'total: counted?.total', { on: ['postgres'] }],
  'tries are read, and counted later': [
    'const [row] = (await statements.countAttempt({ key, now, resetsAt })).rows\n',
    `const old = await db.selectFrom('attempts').selectAll().where('key', '=', key).executeTakeFirst()
        const isOver = !old || old.resets_at <= now
        const row = isOver ? { key, count: 1, resets_at: resetsAt } : { ...old, count: old.count + 1 }
        const set = (known) => known.column('key').doUpdateSet(row)
        await db.insertInto('attempts').values(row).onConflict(set).execute()
`,
  ],
})

export const statements = inFile('server/store/sql/statements.ts', ['sqlite', 'postgres'], {
  "another team's incident is found": [
    "db.selectFrom('incidents').selectAll().where('id', '=', value.id).where('team_id', '=', value.teamId)",
    "db.selectFrom('incidents').selectAll().where('id', '=', value.id)",
  ],
  "another team's monitor is found": [
    "db.selectFrom('monitors').select('id').where('id', '=', value.id).where('team_id', '=', value.teamId)",
    "db.selectFrom('monitors').select('id').where('id', '=', value.id)",
  ],
  "another team's service is found": [
    "db.selectFrom('services').select('id').where('id', '=', value.id).where('team_id', '=', value.teamId)",
    "db.selectFrom('services').select('id').where('id', '=', value.id)",
  ],
  'an incident is changed whoever was faster': [
    ".where('team_id', '=', value.team_id)\n        .where('revision', '=', value.revision)",
    ".where('team_id', '=', value.team_id)",
  ],
  'an incident is removed whoever was faster': [
    "db.deleteFrom('incidents').where('id', '=', value.id).where('revision', '=', value.revision)",
    "db.deleteFrom('incidents').where('id', '=', value.id)",
  ],
  'a revision does not go up': ['          revision: sql`revision + 1`,\n', ''],
  'a field of an incident is not written': ['          service_id: value.service_id,\n', ''],
  "a monitor's statistics of the day itself go": [
    "stats.where('monitor_id', '=', value.id).where('date', '<', value.before)",
    "stats.where('monitor_id', '=', value.id).where('date', '<=', value.before)",
  ],
  "a service's statistics of the day itself go": [
    "\n        .where('date', '<', value.before)",
    "\n        .where('date', '<=', value.before)",
  ],
  "another monitor's statistics go": ["stats.where('monitor_id', '=', value.id).where(", 'stats.where('],
  "statistics of monitors that are another service's go": [".where('service_id', '=', value.id)", ''],
  'a page is found in the order of ids only': [
    ".orderBy('deletion_scheduled_at')\n            .orderBy('id')",
    ".orderBy('id')",
  ],
  'a page is found in the order of times only': [
    ".orderBy('deletion_scheduled_at')\n            .orderBy('id')",
    ".orderBy('deletion_scheduled_at')",
    { survives: 'the index in which the page is found has the ids in order, too' },
  ],
  'a page is in the order of ids only': [
    ".orderBy('users.deletion_scheduled_at')\n        .orderBy('users.id')",
    ".orderBy('users.id')",
  ],
  'a page is in the order of times only': [
    ".orderBy('users.deletion_scheduled_at')\n        .orderBy('users.id')",
    ".orderBy('users.deletion_scheduled_at')",
    // SQLite comes by the ids in their order, and keeps it when it sorts.
    { on: ['postgres'] },
  ],
  'an offset is off by one': ['.offset(value.offset)', '.offset(sql`${value.offset} + 1`)'],
  'the limit of a listing is ignored': ['.limit(value.limit)', '.limit(1000)'],
  'a listing has those who stay': [".where('deletion_scheduled_at', 'is not', null)\n            .orderBy", '.orderBy'],
  'the total counts all users': [
    "const scheduled = db.selectFrom('users').where('deletion_scheduled_at', 'is not', null)",
    "const scheduled = db.selectFrom('users')",
  ],
  'a count that is over now runs on': ['resets_at <= ${value.now} then 1', 'resets_at < ${value.now} then 1'],
  'a window that is over now runs on': [
    'resets_at <= ${value.now} then excluded',
    'resets_at < ${value.now} then excluded',
  ],
  'a count never starts anew': ['then 1 else attempts.count + 1', 'then attempts.count + 1 else attempts.count + 1'],
  'a window never starts anew': [
    'then excluded.resets_at else attempts.resets_at',
    'then attempts.resets_at else attempts.resets_at',
  ],
  'each try prolongs the window': [
    'then excluded.resets_at else attempts.resets_at',
    'then excluded.resets_at else excluded.resets_at',
  ],
  'all counters are forgotten': ["db.deleteFrom('attempts').where('key', '=', value.key)", "db.deleteFrom('attempts')"],
  'a counter that ends now is kept': [".where('resets_at', '<=', value.now)", ".where('resets_at', '<', value.now)"],
})

export const calls = inFile('server/store/sql/calls.ts', ['sqlite', 'postgres'], {
  'a closed store answers': ["if (closing) throw new ApiError('UNAVAILABLE')\n", '\n'],
  'closing does not wait': ['closing ??= idle.promise.then(end)', 'closing ??= end()'],
  'closing ends twice': ['closing ??= idle.promise.then(end)', 'closing = idle.promise.then(end)'],
  'a collision is not repeated': ['if (!(error instanceof Collision)) throw error\n', 'throw error\n'],
  'a collision comes out as it is': [
    "if (nth === tries) throw new ApiError('UNAVAILABLE', { cause: error })",
    'if (nth === tries) throw error',
  ],
  'a collision is repeated without end': [
    "if (nth === tries) throw new ApiError('UNAVAILABLE', { cause: error })\n",
    '\n',
  ],
  'any error is repeated': ['if (!(error instanceof Collision)) throw error\n', '\n'],
})

export const tables = inFile('server/store/sql/tables.ts', ['sqlite', 'postgres'], {
  'a written e-mail keeps its case': ['email: user.email.toLowerCase()', 'email: user.email'],
  'a name that is not there is null': ['...(row.name !== null && { name: row.name })', 'name: row.name'],
  'a code has been tried never': ['tries: code_tries }', 'tries: 0 }'],
  'a deletion is not scheduled': ['    deletion_scheduled_at: user.deletionScheduledAt,\n', ''],
})
