/** The settings of a run: one table of keys, each with its flag, its environment variable and its place in the file. */

export interface Setting {
  flag: string
  /** Where it is in conformance.yaml. */
  path: string[]
  kind: 'text' | 'number' | 'switch' | 'list' | 'headers'
  /** Placeholder and explanation, for the help. */
  means: [placeholder: string, text: string]
}

export const settings: readonly Setting[] = [
  {
    flag: 'level',
    path: ['level'],
    kind: 'text',
    means: ['LEVEL', 'documented (default) or profile: which verdict decides the exit code'],
  },
  { flag: 'admin-key', path: ['auth', 'adminKey'], kind: 'text', means: ['KEY', 'the admin API key'] },
  {
    flag: 'admin-header',
    path: ['auth', 'admin', 'header'],
    kind: 'text',
    means: ['NAME', 'the header it travels in; X-Admin-Api-Key'],
  },
  {
    flag: 'admin-value',
    path: ['auth', 'admin', 'value'],
    kind: 'text',
    means: ['TEXT', 'how it is written there; {key}'],
  },
  {
    flag: 'token-header',
    path: ['auth', 'token', 'header'],
    kind: 'text',
    means: ['NAME', 'the header the access token travels in; Authorization'],
  },
  {
    flag: 'token-value',
    path: ['auth', 'token', 'value'],
    kind: 'text',
    means: ['TEXT', 'how it is written there; Bearer {token}'],
  },
  {
    flag: 'header',
    path: ['target', 'headers'],
    kind: 'headers',
    means: ["'NAME: VALUE'", 'sent with each request, as a gateway wants it; may be given several times'],
  },
  {
    flag: 'signup-email',
    path: ['signup', 'email'],
    kind: 'text',
    means: ['TEXT', 'of the accounts the kit makes; conformance-{unique}@example.com'],
  },
  {
    flag: 'signup-password',
    path: ['signup', 'password'],
    kind: 'text',
    means: ['TEXT', 'of the accounts the kit makes; Kx7!-{random}'],
  },
  { flag: 'hook', path: ['fixtures', 'hook', 'url'], kind: 'text', means: ['URL', 'the hook that makes states'] },
  {
    flag: 'hook-secret',
    path: ['fixtures', 'hook', 'secret'],
    kind: 'text',
    means: ['TEXT', 'sent to the hook as Authorization: Bearer'],
  },
  { flag: 'timeout', path: ['timeout'], kind: 'number', means: ['SECONDS', 'that an answer may take; 10'] },
  {
    flag: 'patience',
    path: ['patience'],
    kind: 'number',
    means: ['SECONDS', 'to wait for a target that asks for it, and for what comes late; 6'],
  },
  { flag: 'jobs', path: ['jobs'], kind: 'number', means: ['N', 'checks at once; 4'] },
  { flag: 'rounds', path: ['rounds'], kind: 'number', means: ['N', 'of each race; 3'] },
  {
    flag: 'without',
    path: ['without'],
    kind: 'list',
    means: ['oauthUser', 'the implementation has none; their checks are inapplicable, and shown as such'],
  },
  {
    flag: 'stateless',
    path: ['stateless'],
    kind: 'switch',
    means: ['', 'the target keeps nothing, as a mock: only the first call of each check is judged'],
  },
  {
    flag: 'through',
    path: ['through'],
    kind: 'text',
    means: ['WAY', 'http (default), or sdk: through the SDK, which must tell what was on the wire'],
  },
  { flag: 'only', path: ['only'], kind: 'list', means: ['A,B', 'run these ids, parts or sections'] },
  { flag: 'skip', path: ['skip'], kind: 'list', means: ['A,B', 'run all but these'] },
  {
    flag: 'allow-unverified',
    path: ['allowUnverified'],
    kind: 'switch',
    means: ['', 'exit 0 although some checks could not run'],
  },
  {
    flag: 'baseline',
    path: ['baseline'],
    kind: 'text',
    means: ['FILE', 'known failures: a list of id, reason and, if you like, until'],
  },
  { flag: 'json', path: ['json'], kind: 'switch', means: ['', 'print report.json, and nothing else'] },
  { flag: 'report', path: ['report'], kind: 'text', means: ['DIR', 'write the reports there'] },
  {
    flag: 'target-name',
    path: ['target', 'name'],
    kind: 'text',
    means: ['TEXT', 'what the report calls the implementation'],
  },
  { flag: 'target-version', path: ['target', 'version'], kind: 'text', means: ['TEXT', 'its version, for the report'] },
  {
    flag: 'target-contact',
    path: ['target', 'contact'],
    kind: 'text',
    means: ['TEXT', 'whom to ask about it, for the report'],
  },
]

/** The environment variable of a setting. */
export function variableOf({ flag }: Pick<Setting, 'flag'>): string {
  return `MC_${flag.toUpperCase().replaceAll('-', '_')}`
}
