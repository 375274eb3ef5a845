/** The text of `--help`. */
import { settings, variableOf } from './settings/settings.ts'

type Command = [usage: string, text: string, flags?: readonly string[]]

const allBut = (...others: string[]) => [
  ...['config', 'fixtures'],
  ...settings.map(({ flag }) => flag).filter((flag) => !others.includes(flag)),
]
const ofRuns = ['only', 'skip', 'json', 'report', 'baseline', 'no-explore']
const ofReports = ['target-name', 'target-version', 'target-contact']

/** With the flags that have an effect, unless all have. */
const commands: readonly Command[] = [
  ['[run] URL', 'run all checks; the verdict decides the exit code'],
  // It takes the flags of the run that it prepares.
  ['doctor URL', 'verify target, keys and records, and list missing ones', allBut('json', 'report', 'reveal')],
  ['template', 'print the records that the checks need, as a file', ['config', 'rounds', 'without', 'only', 'skip']],
  ['list', 'list all checks', ['config', 'only', 'skip', 'json']],
  ['explain ID', 'the requirements of a check; the checks of a requirement, section or part', []],
  ['compare A B', 'two files report.json: which checks newly fail, are fixed, still fail', []],
  ['baseline A', 'print the failures of a report.json as a file for --baseline', ['config', 'baseline', 'fail-on']],
  ['replay ID URL', 'run one check, or exploration.json, and print all exchanges', allBut(...ofRuns, ...ofReports)],
]
const findCommand = (name: string) => commands.find(([usage]) => usage.split(' ')[0] === name)

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

/** The first flag that has no effect. */
export function findUselessFlag(name: string, given: readonly string[]): string | undefined {
  const flags = findCommand(name)?.[2]
  return flags && given.find((flag) => !flags.includes(flag))
}

/** @param name a command; its own help, if it has fewer flags than `run`. */
export function help(name = 'run'): string {
  const [usage, text, flags] = findCommand(name) ?? []
  if (flags) {
    const rows = [...generalFlags, ...settingFlags].filter(([flag]) => flags.includes(flag.replace(/^--| .*$/g, '')))
    const table = rows.length > 0 ? `\n${formatTable(rows)}\n\n${footer}` : ''
    return `${formatTable([[`monitoring-conformance ${usage}`, `${text}`]])}\n${table}`
  }
  return `Tests whether an implementation meets the requirements of the service document.

${formatTable(commands.map(([usage, text]) => [`monitoring-conformance ${usage}`, text]))}

${formatTable([...generalFlags, ...settingFlags])}

${footer}
Exit code: 0 conformant, 1 not conformant, 2 wrong usage or configuration, 3 nothing failed but something is unverified,
4 target or hook cannot be used or the kit failed, 130 ended by Ctrl-C, 143 by SIGTERM, 129 by SIGHUP, with a partial report.
`
}

function formatTable(rows: (readonly [term: string, text: string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`).join('\n')
}
