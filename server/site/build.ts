/** `npm run docs`: the API reference as a site for any file server, below any path. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { listFiles } from './assets.ts'

const usual = fileURLToPath(new URL('../../dist/docs', import.meta.url))

const help = `Writes the API reference as a site for any file server, below any path.

  npm run docs -- [--into FOLDER]

  --into FOLDER   where its files go; ${relative('', usual)}
  --help          print this text
`

/** Those of `npm start` come first; they let pages of any origin in. */
const places = [
  { url: 'http://localhost:3000', description: 'The server on localhost:3000' },
  { url: 'http://localhost:4010', description: 'The mock on localhost:4010' },
  { url: '{base_url}', description: 'Another server' },
]

await runCommand(async () => {
  const { values } = parseArgs({
    options: { into: { type: 'string', default: usual }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void process.stdout.write(help)
  const { into } = values
  mkdirSync(into, { recursive: true })
  let bytes = 0
  for (const [name, read] of Object.entries(listFiles({ places, hasDemo: true }))) {
    const content = read()
    writeFileSync(join(into, name), content)
    bytes += Buffer.byteLength(content)
  }
  console.log(`${relative('', into)}: ${(bytes / 1e6).toFixed(1)} MB`)
})
