/** The text of `--help`. */
import { settings, variableOf } from '../config/settings.ts'

const commands = [
  ['[run] URL', 'run all checks; the verdict decides the exit code'],
  ['doctor URL', 'verify target, keys and fixtures, and list missing ones'],
  ['template', 'print the fixtures that the checks need, as a file to fill in'],
  ['list', 'list all checks'],
  ['explain ID', 'the requirements of a check; the checks of a requirement, section or part'],
  ['compare A B', 'two files report.json: which checks newly fail, are fixed, still fail'],
  ['baseline A', 'print the failures of a report.json as a file for --baseline, whose old entries it keeps'],
  ['replay ID URL', 'run one check, or the sequences in exploration.json, and print all requests and responses'],
] as const

const generalFlags = [
  ['--config FILE', 'settings in YAML; conformance.yaml, if it exists'],
  ['--fixtures FILE', 'the key fixtures of the settings, in a file of its own'],
  ['-h, --help', 'print this help'],
  ['--version', 'print the version of the kit'],
] as const

export function help(): string {
  const settingFlags = settings.map(
    ({ flag, means: [placeholder, text] }) => [`--${flag} ${placeholder}`.trim(), text] as const,
  )
  return `Tests whether an implementation meets the requirements of the service document.

${formatTable(commands.map(([command, text]) => [`monitoring-conformance ${command}`, text]))}

${formatTable([...generalFlags, ...settingFlags])}

Each flag also has an environment variable, such as ${variableOf({ flag: 'admin-key' })} for --admin-key or MC_TARGET for the URL, and a key in
conformance.yaml. A flag overrides the environment, and the environment overrides the file.

Exit code: 0 conformant, 1 not conformant, 2 wrong usage or configuration, 3 nothing failed but something is unverified,
4 target or hook cannot be used or the kit failed, 130 interrupted by Ctrl-C.
`
}

function formatTable(rows: (readonly [term: string, text: string])[]): string {
  const width = Math.max(...rows.map(([term]) => term.length))
  return rows.map(([term, text]) => `  ${term.padEnd(width)}  ${text}`).join('\n')
}
