/** `npm run docs`: writes the API reference as a site for any file server, below any path. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand } from '@monitoring-service/http/node'
import { referenceFiles, rootFiles } from './files.ts'

const defaultFolder = fileURLToPath(new URL('../../dist/docs', import.meta.url))

const help = `Writes the API reference as a site for any file server, below any path.

  npm run docs -- [--into FOLDER]

  --into FOLDER   output folder; ${relative('', defaultFolder)}
  --help          print this text
`

/** The servers of `npm start` come first; they accept requests from pages of any origin. */
const servers = [
  { url: 'http://localhost:3000', description: 'The server on localhost:3000' },
  { url: 'http://localhost:4010', description: 'The mock on localhost:4010', isMock: true as const },
  { url: '{base_url}', description: 'Another server' },
]

await runCommand(async () => {
  const { values } = parseArgs({
    options: { into: { type: 'string', default: defaultFolder }, help: { type: 'boolean', default: false } },
  })
  if (values.help) return void process.stdout.write(help)
  const { into } = values
  mkdirSync(into, { recursive: true })
  let bytes = 0
  for (const [name, render] of Object.entries({ ...referenceFiles({ servers, hasDemo: true }), ...rootFiles(true) })) {
    const text = await render()
    bytes += Buffer.byteLength(text)
    writeFileSync(join(into, name), text)
  }
  console.log(`${relative('', into)}: ${(bytes / 1e6).toFixed(1)} MB`)
})
