/** `npm run collections`: runs the collections for Postman, Bruno and httpYac, by their own tools, against the reference server. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runCommand } from '@monitoring-service/http/node'
import { credentialsOf } from '@monitoring-service/mock/credentials'
import { installPlace } from '../../build/place.ts'
import { writePublished } from '../../contract/codegen/published.ts'
import { asOf } from '../../test/agreement/demo-data.ts'
import { inFolder } from '../folder.ts'
import { readOptions } from '../options.ts'
import { run } from '../programs.ts'
import { createResults } from '../results.ts'
import { startCollectionTarget } from './target.ts'

const help = `Runs the collections for Postman, Bruno and httpYac, by their own tools, against the reference server.

  npm run collections

  --help  print this text
`

interface Report {
  requests: { title?: string; name?: string; response?: { statusCode: number }; testResults?: { message: string }[] }[]
}

/** Runs monitoring.http with these variables; returns the requests whose response has another status than their title. */
async function runHttpyac(program: string, collections: string, values: Record<string, string>): Promise<string[]> {
  return inFolder(async (folder) => {
    const text = await readFile(join(collections, 'monitoring.http'), 'utf8')
    const filled = text.replace(/^@(\w+) = .*$/gm, (line, name) =>
      name in values ? `@${name} = ${values[name]}` : line,
    )
    await writeFile(join(folder, 'monitoring.http'), filled)
    // Into a file: it exits before a pipe has taken the whole report.
    const report = await open(join(folder, 'report.json'), 'w')
    const child = spawn(program, ['send', 'monitoring.http', '--all', '--json'], {
      cwd: folder,
      stdio: ['ignore', report.fd, 'inherit'],
    })
    await once(child, 'close')
    await report.close()
    const { requests }: Report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    return requests.flatMap(({ title = '', name = '', response, testResults }) => {
      const [, status] = /: (\d{3})\b/.exec(title || name) ?? []
      const found = response?.statusCode ?? testResults?.[0]?.message
      // httpYac itself refuses to send the malformed path of resolveIncident.malformedPath.
      return String(found) === status || found === 'URI malformed' ? [] : [`${title || name}: ${found}`]
    })
  })
}

await runCommand(async () => {
  readOptions(help, {})
  const { record, summarize } = createResults()
  const collections = join(writePublished(), 'collections')
  const programs = join(installPlace('lab/collections'), 'node_modules/.bin')
  const server = await startCollectionTarget()
  const { token } = await credentialsOf({ caller: 'oauth@acme.example', credential: 'valid' }, asOf)
  const variables = { baseUrl: server.url, oauthAcmeToken: String(token) }
  const given = Object.entries(variables).flatMap(([name, value]) => ['--env-var', `${name}=${value}`])
  await record('Newman: every scenario returns its response', () => {
    const args = ['run', 'postman.json', '--reporter-cli-no-success-assertions', '--reporter-cli-no-banner', ...given]
    return run(join(programs, 'newman'), args, { cwd: collections })
  })
  await record('Bruno: every scenario returns its response', () =>
    run(join(programs, 'bru'), ['run', '-r', '--env', 'demo', ...given], { cwd: join(collections, 'bruno') }),
  )
  await record('httpYac: every status is the one that the title announces', async () => {
    const differing = await runHttpyac(join(programs, 'httpyac'), collections, variables)
    if (differing.length > 0) throw new Error(differing.join('\n'))
  })
  await server.close(0)
  summarize()
})
