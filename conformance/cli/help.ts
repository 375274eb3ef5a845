/** What `--help` prints. */
import { settings, variableOf } from '../config/settings.ts'

export function help(): string {
  const flags = settings.map(
    ({ flag, means: [placeholder, text] }) => [`--${flag} ${placeholder}`.trim(), text] as const,
  )
  const width = Math.max(...flags.map(([flag]) => flag.length))
  return `Tells, sentence by sentence, whether an implementation does what the service document says.

  monitoring-conformance [run] URL     all checks; the verdict decides the exit code
  monitoring-conformance doctor URL    whether target, keys and fixtures are there, and what to add
  monitoring-conformance template      the fixtures that the checks ask for, as a file to fill in
  monitoring-conformance list          every check
  monitoring-conformance explain ID    what a check, or a sentence of the document, is about
  monitoring-conformance replay ID URL one check again, with all it sent and received

${[['--config FILE', 'settings in YAML; conformance.yaml, if there is one'], ['--fixtures FILE', 'its key fixtures in a file of its own'], ['-h, --help', 'this'], ['--version', 'of the kit'], ...flags].map(([flag = '', text]) => `  ${flag.padEnd(width)}  ${text}`).join('\n')}

Each flag is a variable, too, as ${variableOf({ flag: 'admin-key' })} for --admin-key, MC_TARGET for the URL, and a key of conformance.yaml.
A flag wins over the environment, the environment over the file.

Exit code: 0 conformant, 1 not, 2 wrong usage or configuration, 3 nothing failed but something could not be verified,
4 target or hook cannot be used or the kit failed, 130 interrupted by Ctrl-C.
`
}
