/** Reads the mock's settings from its flags. */
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { contractFile } from '@monitoring-service/contract/files'
import { readPort } from '@monitoring-service/server/settings'
import type { MockOptions } from './server.ts'

export const help = `Runs the mock, which answers by the scenarios of the contract and reads it again when it changes.

  npm run mock -- [--port N] [--host NAME] [--contract FILE] [--delay MS] [--fail-rate SHARE] [--seed N] [--verbose]

  --port N            port to listen on, 0 for a free one; 4010
  --host NAME         address to listen on; 127.0.0.1
  --contract FILE     the contract to answer by; openapi.yaml
  --delay MS          answer after so many milliseconds, or after some, as in 200-800; 0
  --fail-rate SHARE   answer so many requests with 503, as in 0.05; 0
  --seed N            what chance starts from: one seed, the same delays and failures in the same order; 1
  --verbose           print a line on stderr for each request, with its query, without headers and body
  --help              print this text

  GET /_mock/scenarios lists the scenarios. A Prefer header asks for one answer: example=NAME, code=STATUS,
  dynamic=true, delay=MS, fault=503|429|reset|hang|garbage.
`

export interface Settings extends Required<Pick<MockOptions, 'port' | 'host' | 'delay' | 'failRate' | 'seed'>> {
  contract: string
  verbose: boolean
}

/** @throws Error in one line that says what to do. */
export function readSettings(args: string[]): Settings | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      contract: { type: 'string', default: relative('', contractFile) },
      delay: { type: 'string', default: '0' },
      'fail-rate': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { contract, verbose } = values
  return {
    contract,
    verbose,
    port: readPort(values.port),
    host: readHost(values.host),
    delay: readDelay(values.delay),
    failRate: readShare(values['fail-rate']),
    seed: readSeed(values.seed),
  }
}

/** @throws Error in one line if it is empty, for Node would listen on all addresses then. */
function readHost(text: string): string {
  if (text.trim() !== '') return text
  throw new Error('--host must be a name or an address, such as 127.0.0.1, or 0.0.0.0 for all')
}

/** @throws Error in one line unless it is a time in milliseconds, or two with a dash in between. */
function readDelay(text: string): [least: number, longest: number] {
  const [, least, longest = least] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(text) ?? []
  if (least !== undefined && Number(least) <= Number(longest)) return [Number(least), Number(longest)]
  throw new Error(
    `--delay must be milliseconds, up to 99999, as in 300, or a range, as in 200-800, not ${JSON.stringify(text)}`,
  )
}

/** @throws Error in one line unless it is a number from 0 to 1. */
function readShare(text: string): number {
  if (/^\d+(?:\.\d+)?$/.test(text) && Number(text) <= 1) return Number(text)
  throw new Error(`--fail-rate must be a share from 0 to 1, as in 0.05, not ${JSON.stringify(text)}`)
}

/** @throws Error in one line unless it is a whole number of 32 bits. */
function readSeed(text: string): number {
  if (/^\d{1,10}$/.test(text) && Number(text) < 2 ** 32) return Number(text)
  throw new Error(`--seed must be a whole number from 0 to ${2 ** 32 - 1}, not ${JSON.stringify(text)}`)
}
