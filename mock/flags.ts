/** Reads the mock's settings from its command-line flags. */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { contractFile } from '@monitoring-service/contract/files'
import { readPort } from '@monitoring-service/server/settings'
import { findSimilar } from './known-names.ts'
import { type Delay, isNumber, longestDelay } from './rules.ts'

/** How this program is called: from the repository, or installed. */
const command = import.meta.url.endsWith('.ts') ? 'npm run mock --' : 'monitoring-mock'

export const help = `Runs the mock: it answers from the contract's scenarios and reloads the contract when the file changes.

  ${command} [--port N] [--host NAME] [--contract FILE] [--delay MS] [--fail-rate SHARE] [--seed N]
    [--config FILE] [--stateful [--data FILE]] [--verbose | --explain | --json]

  --port N            port to listen on, 0 for a free one; default 4010
  --host NAME         address to listen on; default 127.0.0.1
  --contract FILE     contract to serve; default the service's own
  --delay MS          delay of each response in milliseconds, or a range such as 200-800; default 0
  --fail-rate SHARE   share of requests that get 503, such as 0.05; default 0
  --seed N            seed of random delays and failures; one seed repeats them in the same order; default 1
  --config FILE       JSON file with delay, failRate, seed and rules; reloaded when it changes
  --stateful          changes persist until POST /_mock/reset, in each session for itself
  --data FILE         records in place of the demo data, as monitoring-server's load takes them; with --stateful
  --verbose           print one line per request on stderr, with the query but without headers and bodies
  --explain           the same, and why the mock answered so
  --json              the same as JSON
  --help              print this text
  --version           print the version

  GET /_mock/scenarios lists the scenarios; in a browser, /_mock shows each request.
  A Prefer header selects a response: example=NAME, code=STATUS, dynamic=true, delay=MS,
  fault=500|503|429|reset|hang|half|garbage.
`

const options = {
  port: { type: 'string', default: '4010' },
  host: { type: 'string', default: '127.0.0.1' },
  contract: { type: 'string', default: relative('', contractFile) },
  delay: { type: 'string', default: '0' },
  'fail-rate': { type: 'string', default: '0' },
  seed: { type: 'string', default: '1' },
  config: { type: 'string' },
  stateful: { type: 'boolean', default: false },
  data: { type: 'string' },
  verbose: { type: 'boolean', default: false },
  explain: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
  version: { type: 'boolean', default: false },
} as const

/** @throws Error with a one-line message that says what to do. */
export function readSettings(args: string[]) {
  const values = parse(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const { port, host, delay, seed, 'fail-rate': failRate, help: _, version: __, ...settings } = values
  const [, least, longest = least] = /^(\d+)(?:-(\d+))?$/.exec(delay) ?? []
  // Node listens on all addresses if the host is empty.
  check(host.trim() !== '', 'host', 'a name or an address, such as 127.0.0.1, or 0.0.0.0 for all', host)
  const isDelay = Number(least) <= Number(longest) && isNumber(Number(longest), longestDelay)
  check(isDelay, 'delay', `milliseconds up to ${longestDelay} or a range such as 200-800`, delay)
  check(/^\d+(?:\.\d+)?$/.test(failRate) && Number(failRate) <= 1, 'fail-rate', 'a share from 0 to 1', failRate)
  check(/^\d{1,10}$/.test(seed) && Number(seed) < 2 ** 32, 'seed', `a whole number from 0 to ${2 ** 32 - 1}`, seed)
  return {
    ...settings,
    port: readPort(port),
    host,
    delay: [Number(least), Number(longest)] satisfies Delay,
    failRate: Number(failRate),
    seed: Number(seed),
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options }).values
  } catch (error) {
    const [, misspelt = ''] = /^Unknown option '--([^']+)'/.exec((error as Error).message) ?? []
    const meant = findSimilar(Object.keys(options), misspelt)
    throw meant === undefined ? error : new Error(`there is no --${misspelt}; did you mean --${meant}? See --help`)
  }
}

function check(isValid: boolean, flag: string, rule: string, text: string): void {
  if (!isValid) throw new Error(`--${flag} must be ${rule}, not ${JSON.stringify(text)}`)
}
