/** The text of `--help`. */
import { settings, variableOf } from './settings/settings.ts'

interface Command {
  usage: string
  text: string
  /** The flags that have an effect; absent if all have. */
  flags?: readonly string[]
}

const allBut = (...others: string[]) => [
  ...['config', 'fixtures'],
  ...settings.map(({ flag }) => flag).filter((flag) => !others.includes(flag)),
]

const commands: readonly Command[] = [
  { usage: '[run] URL', text: 'run all checks; the verdict decides the exit code' },
  {
    usage: 'doctor URL',
    text: 'verify target, keys and fixtures, and list missing ones',
    // It takes the flags of the run that it prepares.
    flags: allBut('json', 'report', 'reveal'),
  },
  {
    usage: 'template',
    text: 'print the fixtures that the checks need, as a file to fill in',
    flags: ['config', 'rounds', 'without', 'only', 'skip'],
  },
  { usage: 'list', text: 'list all checks', flags: ['config', 'only', 'skip', 'json'] },
  {
    usage: 'explain ID',
    text: 'the requirements of a check; the checks of a requirement, section or part',
    flags: [],
  },
  { usage: 'compare A B', text: 'two files report.json: which checks newly fail, are fixed, still fail', flags: [] },
  {
    usage: 'baseline A',
    text: 'print the failures of a report.json as a file for --baseline, whose old entries it keeps',
    flags: ['config', 'baseline', 'fail-on'],
  },
  {
    usage: 'replay ID URL',
    text: 'run one check, or the sequences in exploration.json, and print all requests and responses',
    flags: allBut(
      'only',
      'skip',
      'json',
      'report',
      'baseline',
      'no-explore',
      'target-name',
      'target-version',
      'target-contact',
    ),
  },
]

const generalFlags = [
  ['--config FILE', 'settings in YAML; conformance.yaml, if it exists'],
  ['--fixtures FILE', 'the key fixtures of the settings, in a file of its own'],
  ['-h, --help', 'print this help; after a command, its own'],
  ['--version', 'print the version of the kit'],
] as const

const settingFlags = settings.map(
  ({ flag, means: [placeholder, text] }) => [`--${flag} ${placeholder}`.trim(), text] as const,
)

const footer = `Each flag also has an environment variable, such as ${variableOf({ flag: 'admin-key' })} for --admin-key or MC_TARGET for the URL, and a key in
conformance.yaml. A flag overrides the environment, and the environment overrides the file.
`

const exitCodes = `Exit code: 0 conformant, 1 not conformant, 2 wrong usage or configuration, 3 nothing failed but something is unverified,
4 target or hook cannot be used or the kit failed, 130 interrupted by Ctrl-C.
`

/** The first flag that has no effect. */
export function findUselessFlag(name: string, given: readonly string[]): string | undefined {
  const { flags } = commands.find(({ usage }) => usage.split(' ')[0] === name) ?? {}
  return flags && given.find((flag) => !flags.includes(flag))
}

/** @param name a command; its own help, if it has fewer flags than `run`. */
export function help(name = 'run'): string {
  const command = commands.find(({ usage }) => usage.split(' ')[0] === name)
  if (command?.flags) {
    const { usage, text, flags } = command
    const rows = [...generalFlags, ...settingFlags].filter(([flag]) => flags.includes(flag.replace(/^--| .*$/g, '')))
    const table = rows.length > 0 ? `\n${formatTable(rows)}\n\n${footer}` : ''
    return `${formatTable([[`monitoring-conformance ${usage}`, text]])}\n${table}`
  }
  return `Tests whether an implementation meets the requirements of the service document.

${formatTable(commands.map(({ usage, text }) => [`monitoring-conformance ${usage}`, text]))}

${formatTable([...generalFlags, ...settingFlags])}

${footer}
${exitCodes}`
}

function formatTable(rows: (readonly [term: string, text: string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`).join('\n')
}
