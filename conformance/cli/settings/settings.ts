/** The settings of a run: each has a flag, an environment variable and a key in the configuration file. */

export interface Setting {
  flag: string
  /** The path of its key in conformance.yaml. */
  path: string[]
  kind: 'text' | 'number' | 'duration' | 'switch' | 'list' | 'headers'
  /** The placeholder of the value and the description, for the help. */
  means: [placeholder: string, text: string]
}

const table: [flag: string, path: string, kind: Setting['kind'], placeholder: string, text: string][] = [
  ['level', 'level', 'text', 'LEVEL', 'documented, sound (default) or profile: which verdict decides the exit code'],
  ['fail-on', 'failOn', 'text', 'SEVERITY', 'fail (default) or warn: whether warnings and hardening gaps count, too'],
  ['admin-key', 'auth.adminKey', 'text', 'KEY', 'the admin API key'],
  ['admin-header', 'auth.admin.header', 'text', 'NAME', 'the header of the admin API key; X-Admin-Api-Key'],
  ['admin-value', 'auth.admin.value', 'text', 'TEXT', 'the value of that header; {key}'],
  ['token-header', 'auth.token.header', 'text', 'NAME', 'the header of the access token; Authorization'],
  ['token-value', 'auth.token.value', 'text', 'TEXT', 'the value of that header; Bearer {token}'],
  ['header', 'target.headers', 'headers', "'NAME: VALUE'", 'sent with each request, such as to a gateway; repeatable'],
  ['signup-email', 'signup.email', 'text', 'TEXT', 'of the accounts the kit makes; conformance-{unique}@example.com'],
  ['signup-password', 'signup.password', 'text', 'TEXT', 'of the accounts the kit makes; Kx7!-{random}'],
  ['hook', 'fixtures.hook.url', 'text', 'URL', 'the hook that makes fixtures'],
  ['hook-secret', 'fixtures.hook.secret', 'text', 'TEXT', 'sent to the hook as Authorization: Bearer'],
  ['timeout', 'timeout', 'number', 'SECONDS', 'time limit of a response; 10'],
  ['patience', 'patience', 'number', 'SECONDS', 'time limit of retries after 429 and 503, and of polling; 6'],
  ['jobs', 'jobs', 'number', 'N', 'checks at the same time; 4'],
  ['rounds', 'rounds', 'number', 'N', 'of each race; 3'],
  ['max-requests', 'maxRequests', 'number', 'N', 'that a run sends at most, not counting longer exploring; 3000'],
  ['keep-alive', 'keepAlive', 'switch', '', 'reuse connections, although one process of several may then answer all'],
  ['explore', 'explore', 'duration', 'TIME', 'generates sequences of calls for so long, such as 90 or 2m; 5 seconds'],
  ['no-explore', 'noExplore', 'switch', '', 'runs the named checks only'],
  ['seed', 'seed', 'number', 'N', 'repeats the sequences of the run that printed it'],
  ['without', 'without', 'list', 'oauthUser', 'the implementation has none: their checks are inapplicable'],
  [
    'stateless',
    'stateless',
    'switch',
    '',
    'the target keeps no state, like a mock: judge the first call of each check',
  ],
  ['only', 'only', 'list', 'A,B', 'run these ids, parts or sections'],
  ['skip', 'skip', 'list', 'A,B', 'run all but these'],
  ['allow-unverified', 'allowUnverified', 'switch', '', 'exit 0 although some checks could not run'],
  ['baseline', 'baseline', 'text', 'FILE', 'known failures: a list of id, reason and, optionally, until'],
  ['json', 'json', 'switch', '', 'print report.json, or the list as JSON, and nothing else'],
  ['report', 'report', 'text', 'DIR', 'write the reports to this folder'],
  ['reveal', 'reveal', 'switch', '', 'show secrets in command lines; with --report, write secrets.sh, which sets them'],
  ['target-name', 'target.name', 'text', 'TEXT', 'the name of the implementation, for the report'],
  ['target-version', 'target.version', 'text', 'TEXT', 'its version, for the report'],
  ['target-contact', 'target.contact', 'text', 'TEXT', 'its contact, for the report'],
]

export const settings: readonly Setting[] = table.map(([flag, path, kind, placeholder, text]) => ({
  flag,
  path: path.split('.'),
  kind,
  means: [placeholder, text],
}))

/** The environment variable of a setting. */
export function variableOf({ flag }: Pick<Setting, 'flag'>): string {
  return `MC_${flag.toUpperCase().replaceAll('-', '_')}`
}
