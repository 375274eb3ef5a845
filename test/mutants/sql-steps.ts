/** Mutants of what the SQL stores do in many steps: loading, dumping, completing deletions, making the tables. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { inFile } from './mutant.ts'

const noTransaction = '({ execute: (call) => call(db) })'

export const bulk = inFile('server/store/sql/bulk.ts', ['sqlite', 'postgres'], {
  'a load stays by half': ['  await db.transaction().execute(', `  await ${noTransaction}.execute(`],
  'what is there twice is passed over': [
    'if (!keys.delete(keysOf(record)[0])) throw new TwiceError(name, ...keysOf(record))',
    'keys.delete(keysOf(record)[0])',
  ],
  'what is loaded twice is passed over': ['if (!keys.delete(keysOf(record)[0]))', 'if (!keys.has(keysOf(record)[0]))'],
  'whom loaded records belong to is not asked': ['    checkOwners(data, ', '    void (data, '],
  'each thousandth record is lost': ['at += chunk)', 'at += chunk + 1)'],
  'only a thousand owners are found': [
    'for (const ids of chunks([...strangers.monitors])) {',
    'for (const ids of [...chunks([...strangers.monitors])].slice(0, 1)) {',
  ],
  'a team may go while a member comes': [
    'known.teams.push(...(await (rowLocks ? found.forKeyShare() : found).execute()))',
    'known.teams.push(...(await found.execute()))',
    { on: ['postgres'] },
  ],
  'a monitor may go while its statistics come': [
    'known.monitors.push(...(await (rowLocks ? found.forKeyShare() : found).execute()))',
    'known.monitors.push(...(await found.execute()))',
    { on: ['postgres'] },
  ],
  'a monitor that comes back finds what was left': ['    await forgetGone(transaction, data)\n', ''],
  'a monitor that is named twice is an error': ['[...new Set(monitorIds)]', '[...monitorIds]'],
  'services have no monitors': [
    'for (const rows of chunks(links)) await transaction',
    'for (const rows of chunks([])) await transaction',
  ],
  'a dump is of many moments': [".setIsolationLevel('repeatable read')", '', { on: ['postgres'] }],
  'a dump waits for those who write': [".setAccessMode('read only')", '', { on: ['sqlite'] }],
  'a dump is in no order': ["          .selectAll()\n          .orderBy('id')\n", '          .selectAll()\n'],
  'a page of a dump begins with the last of the one before': [
    "rest.where('id', '>', after.id)",
    "rest.where('id', '>=', after.id)",
  ],
  'a dump has one page': ['if (rows.length < page) return all', 'if (rows) return all'],
  'statistics are dumped in no order': ["rest.orderBy('monitor_id').orderBy('date')", 'rest', { on: ['postgres'] }],
  'counters are dumped in no order': [".selectAll().orderBy('key')", '.selectAll()'],
  'dumped services have no monitors': ['linksOf.get(id)?.map(({ monitor_id }) => monitor_id) ?? []', '[]'],
  'a count is of teams, whatever is asked': [
    'db.selectFrom(table).select(({ fn })',
    "db.selectFrom('teams').select(({ fn })",
  ],
})

export const completion = inFile('server/store/sql/completion.ts', ['sqlite', 'postgres'], {
  'whoever is due now is not': [
    ".where('deletion_scheduled_at', '<=', now)\n      .orderBy",
    ".where('deletion_scheduled_at', '<', now)\n      .orderBy",
  ],
  'whoever is no longer due goes': [
    ".where('deletion_scheduled_at', '<=', now)\n      .returning",
    '.returning',
    { on: ['postgres'] },
  ],
  'the limit of a completion is ignored': ['      .limit(limit)\n', ''],
  'a team that goes is not locked': ['    if (rowLocks) {\n', '    if (!db) {\n', { on: ['postgres'] }],
  'a user who goes leaves counters': [
    'gone.flatMap(({ email }) => [email, `signup ${email}`])',
    'gone.flatMap(({ email }) => [`signup ${email}`])',
  ],
  'a user who goes leaves sign-ups': [
    'gone.flatMap(({ email }) => [email, `signup ${email}`])',
    'gone.flatMap(({ email }) => [email])',
  ],
  'a team goes with the first of its members': [
    "whereRef('users.team_id', '=', 'teams.id')",
    "where('users.team_id', '=', '')",
  ],
  'a team outlives its members': [
    "      await transaction.deleteFrom('teams').where('id', 'in', teams).execute()\n",
    '',
  ],
  'all who were due are counted': ['return gone.length', 'return due.length', { on: ['postgres'] }],
  'a team that goes leaves its statistics': [
    "    if (ids.length > 0) await transaction.deleteFrom('monitor_daily_stats').where('monitor_id', 'in', ids).execute()\n",
    '',
  ],
  'statistics go in one step, and not all': [
    'while ((await repeat(() => removeStats(db))) === step);',
    'await repeat(() => removeStats(db))',
  ],
  'all begins anew when one step collides': [
    'while ((await repeat(() => removeStats(db))) === step);',
    'while ((await removeStats(db)) === step);',
    { on: ['postgres'] },
  ],
  'a monitor cannot go twice': ['        .onConflict((known) => known.doNothing())\n', ''],
  'the statistics of a team are forgotten when it goes': [
    "monitors.selectFrom('monitors').select('id').where('team_id', 'in', teams)",
    "monitors.selectFrom('monitors').select('id').where('team_id', 'in', [''])",
  ],
  'users and teams go one by one': [
    'return db.transaction().execute(async (transaction) => {\n    const due',
    `return ${noTransaction}.execute(async (transaction) => {\n    const due`,
    { on: ['postgres'] },
  ],
})

export const migrations = inFile('server/store/sql/migrations.ts', ['sqlite', 'postgres'], {
  'an e-mail may be there twice': ['column.notNull().unique()', 'column.notNull()'],
  'a team that goes leaves what it owns': [".references('teams.id').onDelete('cascade')", ''],
  'a user may be in no team': [
    ".notNull().references('teams.id'))\n          .addColumn('role'",
    ".notNull())\n          .addColumn('role'",
    // On one connection nobody joins while a team goes.
    { on: ['postgres'] },
  ],
  'a service keeps monitors that are gone': [
    ".references('monitors.id').onDelete('cascade')",
    ".references('monitors.id')",
    { survives: 'a service and its monitors are of one team, and go together' },
  ],
  'users of a team are searched for': [
    "        await db.schema.createIndex('users_by_team').on('users').column('team_id').execute()\n",
    '',
  ],
  'those who wait are searched for': [
    ".columns(['deletion_scheduled_at', 'id'])\n          .where(sql.ref('deletion_scheduled_at'), 'is not', null)",
    ".columns(['created_at', 'id'])\n          .where('created_at', 'is', null)",
  ],
  'counters that are over are searched for': [
    "        await db.schema.createIndex('attempts_by_end').on('attempts').column('resets_at').execute()\n",
    '',
  ],
  'incidents of a team are searched for': [
    "        await db.schema.createIndex('incidents_by_team').on('incidents').column('team_id').execute()\n",
    '',
  ],
  'services of a monitor are searched for': [
    "        await db.schema.createIndex('services_by_monitor').on('service_monitors').column('monitor_id').execute()\n",
    '',
    { on: ['postgres'] },
  ],
  'two who make the tables at once are in conflict': [
    '.catch((error) => (isRace(error) ? apply() : Promise.reject(error)))',
    '.catch((error) => Promise.reject(error))',
    { on: ['postgres'] },
  ],
  'tables are made by half': [
    'db.transaction().execute(async (transaction) => {\n      const { error',
    `${noTransaction}.execute(async (transaction) => {\n      const { error`,
    { on: ['postgres'] },
  ],
  'a newer version is named in other words': ['if (!unknown) throw error', 'throw error'],
})
