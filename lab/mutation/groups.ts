/** The files that StrykerJS mutates, in groups with the tests that should notice it, and the threshold of each. */

interface Group {
  mutate: string[]
  /** In the order in which they run: quick ones first, since the first failure ends a run. */
  tests: string[]
  /** Leaves out mutants of what runs when a file is loaded: each needs all tests of the group. */
  ignoreStatic?: true
  needsPostgres?: true
  /** The score in percent below which the command fails: just below what was measured. Absent where nothing was. */
  threshold?: number
}

const sql = 'server/store/sql'
const inFolder = (folder: string, ...names: string[]) => names.map((name) => `test/${folder}/${name}.test.ts`)

export const groups = {
  rules: {
    mutate: ['server/domain/*.ts'],
    tests: [
      ...inFolder('server', 'rules', 'clock', 'handlers', 'sessions', 'incidents', 'listing', 'statistics'),
      ...inFolder('server', 'account-deletion', 'login', 'rate-limit', 'sign-up', 'in-flight', 'passwords'),
    ],
    ignoreStatic: true,
    threshold: 93,
  },
  auth: {
    mutate: ['server/auth/*.ts', '!server/auth/{secrets,secret-strength,published-secrets}.ts'],
    tests: [
      ...inFolder('server', 'common-passwords', 'verification-code', 'bearer', 'sessions'),
      ...inFolder('server/security', 'client-address', 'timing'),
      ...inFolder('server', 'tokens', 'admin-key', 'login', 'rate-limit', 'sign-up', 'network-limits'),
      ...inFolder('server', 'passwords'),
    ],
    threshold: 95,
  },
  secrets: {
    mutate: ['server/auth/{secrets,secret-strength}.ts'],
    tests: inFolder('server/security', 'secrets'),
    ignoreStatic: true,
    threshold: 79,
  },
  http: {
    mutate: ['http/*.ts', 'server/http/*.ts'],
    tests: [
      ...inFolder('http', 'errors', 'router', 'query-and-text-rules', 'parse-request', 'format-violation', 'validator'),
      // The first test that loads the library is the one that reaches its options.
      ...inFolder('server', 'openapi-validator'),
      ...inFolder('http', 'order', 'paths', 'requests'),
      ...inFolder('server', 'responses', 'contract-validation', 'statistics', 'sign-up'),
    ],
    ignoreStatic: true,
    threshold: 91,
  },
  connections: {
    mutate: ['http/node/*.ts', '!http/node/run-command.ts'],
    tests: [
      ...inFolder('http', 'request-head', 'own-name', 'bad-request', 'accept', 'targets', 'ambiguous-requests'),
      ...inFolder('http', 'requests', 'pipelining', 'cors'),
      ...inFolder('http', 'response-arrives', 'protocol'),
    ],
    ignoreStatic: true,
    // Tests of a whole process, which StrykerJS does not see, hold what follows a signal, pauses and limits.
    threshold: 76,
  },
  lowdb: {
    mutate: ['server/store/lowdb/*.ts', 'server/store/{data-file,integrity,when-reachable,record-shape}.ts'],
    tests: inFolder(
      'server/store',
      ...'record-shape batch-queue memory data-file foreign-file durable-file when-reachable file-lock'.split(' '),
    ),
    ignoreStatic: true,
    threshold: 83,
  },
  sqlite: {
    mutate: ['server/store/open.ts', `${sql}/*.ts`, `!${sql}/postgres*.ts`],
    tests: inFolder(
      'server/store',
      ...'retry write-batch sqlite sqlite-file sqlite-failures sqlite-writer reset-stats complete-deletions'.split(' '),
      ...'migrations foreign-file'.split(' '),
    ),
    ignoreStatic: true,
    needsPostgres: true,
    // Measured beside other work: 78 % without those that ended by a timeout.
    threshold: 77,
  },
  postgres: {
    mutate: [`${sql}/postgres*.ts`],
    tests: inFolder(
      'server/store',
      'postgres',
      'postgres-locks',
      'postgres-failures',
      'postgres-opening',
      'postgres-schemas',
    ),
    ignoreStatic: true,
    needsPostgres: true,
    // Crashes, outages and a standby are tried in long tests, with processes that StrykerJS does not see.
    threshold: 43,
  },
} satisfies Record<string, Group>

/** The group of this process. */
export function currentGroup(): Group {
  return groups[process.env.MUTATION_GROUP as keyof typeof groups]
}
