/** `npm run mock`: the mock alone. */
import { parseArgs } from 'node:util'
import { contractFile } from '@monitoring-service/contract/files'
import { closeOnSignal, runCommand } from '@monitoring-service/gate/node'
import { readPort } from '@monitoring-service/server/settings'
import { createMock } from './mock.ts'
import { watchContract } from './watch.ts'

const help = `Runs the mock: every scenario of the contract, answered by its example.

  npm run mock -- [--port N] [--host NAME] [--contract FILE] [--delay MS] [--fail-rate SHARE] [--seed N] [--verbose]

  --port N            port to listen on, 0 for a free one; 4010
  --host NAME         address to listen on; 127.0.0.1
  --contract FILE     the contract to answer by, read again when it changes; openapi.yaml
  --delay MS          answer after so many milliseconds, or after some, as in 200-800; 0
  --fail-rate SHARE   answer so many requests with 503, as in 0.05; 0
  --seed N            what chance starts from, for the same delays and failures each time; 1
  --verbose           print a line for each request
  --help              print this text

  ${'GET /_mock/scenarios'} lists the scenarios. A Prefer header asks for one answer: example=NAME, code=STATUS,
  dynamic=true, delay=MS, fault=503|429|reset|hang|garbage.
`

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '4010' },
      host: { type: 'string', default: '127.0.0.1' },
      contract: { type: 'string', default: contractFile },
      delay: { type: 'string', default: '0' },
      'fail-rate': { type: 'string', default: '0' },
      seed: { type: 'string', default: '1' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return void process.stdout.write(help)
  const mock = await createMock({
    contract: values.contract,
    port: readPort(values.port),
    host: values.host,
    delay: readDelay(values.delay),
    failRate: readNumber('--fail-rate', values['fail-rate'], 1),
    seed: readNumber('--seed', values.seed, 2 ** 32 - 1),
    log: values.verbose ? console.log : undefined,
  })
  const watching = watchContract(values.contract, mock, console.error)
  closeOnSignal(watching, mock)
  console.log(`listening on ${mock.url}`)
})

/** @throws Error in one line unless it is a time in milliseconds, or two with a dash in between. */
function readDelay(text: string): [least: number, longest: number] {
  const [, least, longest = least] = /^(\d{1,6})(?:-(\d{1,6}))?$/.exec(text) ?? []
  if (least !== undefined && Number(least) <= Number(longest)) return [Number(least), Number(longest)]
  throw new Error(`--delay must be milliseconds, as in 300 or 200-800, not ${JSON.stringify(text)}`)
}

/** @throws Error in one line unless it is a number from 0 to the greatest. */
function readNumber(flag: string, text: string, greatest: number): number {
  if (/^\d+(?:\.\d+)?$/.test(text) && Number(text) <= greatest) return Number(text)
  throw new Error(`${flag} must be a number from 0 to ${greatest}, not ${JSON.stringify(text)}`)
}
