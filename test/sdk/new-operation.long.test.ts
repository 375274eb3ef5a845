/** An operation that is added to the contract needs no hand-written line in the SDK. */
import { execFile } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { readContract } from '@monitoring-service/contract/files'
import { expect, test } from 'vitest'
import { generateSdk } from '../../contract/codegen/sdk.ts'
import { folderOfTest } from '../support/folder-test.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The contract with a ninth operation and its error code. */
function extendedContract() {
  const contract = readContract()
  const json = (schema: object) => ({ 'application/json': { schema } })
  const required = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties })
  const error = required({ code: { const: 'INCIDENT_LOCKED' }, message: { type: 'string' }, status: { const: 423 } })
  const operation = {
    operationId: 'readIncident',
    'x-sdk': 'incidents.read',
    description: 'Reads an incident.',
    security: [{ bearerAuth: [] }],
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    responses: {
      200: { description: 'The incident.', content: json(required({ title: { type: 'string' } })) },
      423: { description: 'The incident is locked.', content: json(required({ error })) },
    },
  }
  Object.assign(contract.paths, { '/api/v1/incidents/{id}/title': { get: operation } })
  return contract
}

const program = `import { type ApiError, createMonitoring, type ErrorCode } from './index.ts'

const result = await createMonitoring({ baseUrl: 'https://monitoring.example' }).incidents.read('id').result()
if (result.ok) result.data.title satisfies string
else if (result.status === 423 && result.error.detail.code === 'INCIDENT_LOCKED') result.error.detail.status satisfies 423
// @ts-expect-error the declared code is the only one
if (result.status === 423) result.error.detail.code === 'INCIDENT_NOT_FOUND'

export function describe(error: ApiError, code: ErrorCode): string {
  if (error.detail.code === 'INCIDENT_LOCKED') error.detail.status satisfies 423
  return code
}
`

test('a generated SDK has the function, the data and the error code of a ninth operation', async () => {
  const { path: folder } = await folderOfTest()
  await cp(join(root, 'sdk'), folder, { recursive: true, filter: (path) => !/\/(generated|dist)$/.test(path) })
  await cp(join(root, 'sdk/generated/user-agent.gen.ts'), join(folder, 'generated/user-agent.gen.ts'))
  for (const [file, text] of Object.entries(await generateSdk(extendedContract(), ''))) {
    await mkdir(dirname(join(folder, 'generated', file)), { recursive: true })
    await writeFile(join(folder, 'generated', file), text)
  }
  await writeFile(join(folder, 'program.ts'), program)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions: { types: [] }, files: ['program.ts'] }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error) => error)
  expect(stdout).toBe('')
}, 60_000)

test('a write with a number in its query is refused by the generator, since its client sends only texts there', async () => {
  const contract = readContract()
  const operation = contract.paths['/api/v1/services/{id}/stats']?.delete as { parameters: object[] }
  operation.parameters.push({ name: 'days', in: 'query', schema: { type: 'integer' } })
  await expect(generateSdk(contract, '')).rejects.toThrow(/sends only texts in the query of a write, and days is none$/)
})
