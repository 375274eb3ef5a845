/** `npm run collections`: runs the collections for Postman and Bruno, by their own tools, against the reference server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runCommand } from '@monitoring-service/http/node'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { installPlace } from '../../../build/place.ts'
import { asOf } from '../agreement/demo-data.ts'
import { startCollectionTarget } from './target.ts'

const collections = fileURLToPath(new URL('../../../contract/generated/collections/', import.meta.url))

await runCommand(async () => {
  const programs = join(installPlace('test/collections'), 'node_modules/.bin')
  const server = await startCollectionTarget()
  const { token } = await credentialsOf({ caller: 'oauth@acme.example', credential: 'valid' }, asOf)
  const run = async (program: string, args: string[], cwd: string) => {
    const child = spawn(join(programs, program), args, { cwd, stdio: 'inherit' })
    const [code] = await once(child, 'close')
    console.log(`${program}: ${code === 0 ? 'every scenario returned its response' : `exit code ${code}`}`)
    if (code !== 0) process.exitCode = 1
  }
  const values = [`baseUrl=${server.url}`, `oauthAcmeToken=${token}`]
  const newman = ['run', 'postman.json', '--reporter-cli-no-success-assertions', '--reporter-cli-no-banner']
  await run('newman', [...newman, ...values.flatMap((value) => ['--env-var', value])], collections)
  const bru = ['run', '-r', '--env', 'demo', ...values.flatMap((value) => ['--env-var', value])]
  await run('bru', bru, join(collections, 'bruno'))
  await server.close(0)
})
