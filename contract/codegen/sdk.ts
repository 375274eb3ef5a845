/** Writes what the SDK is made of: types, functions, query options, validators, the client's shape, two small tables. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import { type Document, follow, listOperations } from '../openapi/document.ts'
import { documented, withoutUnused } from '../openapi/documented-subset.ts'
import { contractFile } from '../openapi/files.ts'
import { generateCalls } from './sdk-functions.ts'

type Config = Extract<Parameters<typeof createClient>[0], { input: unknown }>

const queries = '@tanstack/react-query.gen.ts'

/** @param types the text of `paths.gen.ts`, which the entry /fetch needs. */
export async function generateSdk(document: Document, header: string, types: string): Promise<Record<string, string>> {
  const functions = await runHeyApi(
    header,
    contractFile,
    [
      '@hey-api/typescript',
      { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
      // The empty handler keeps hey-api from writing client.gen.ts, a client made at import.
      {
        name: '@hey-api/client-fetch',
        handler: () => {},
        config: { bundle: false, throwOnError: true, baseUrl: false },
      } as { name: '@hey-api/client-fetch' },
      '@tanstack/react-query',
    ],
    ['types.gen.ts', 'sdk.gen.ts', queries],
  )
  // Only what the service document states: another service may have decided otherwise, and this one may decide anew.
  const stated = answers(documented(document))
  const validators = await runHeyApi(header, stated as unknown as Config['input'], ['valibot'], ['valibot.gen.ts'])
  return {
    ...functions,
    ...validators,
    [queries]: mended(functions[queries]),
    'calls.gen.ts': header + generateCalls(document),
    'responses.gen.ts': header + responses(stated),
    'security.gen.ts': header + security(document),
    'paths.gen.ts': types,
  }
}

/** The contract with its operations' names and successes only: whatever else got a validator would be loaded for nothing. */
function answers(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { method, path, operation } of listOperations(document)) {
    const { operationId, responses } = operation
    const successes = Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses: successes } }
  }
  return withoutUnused({ ...document, paths })
}

/** Runs hey-api in a folder of its own; returns the named files of those it writes. */
async function runHeyApi<File extends string>(
  header: string,
  input: Config['input'],
  plugins: NonNullable<Config['plugins']>,
  files: File[],
): Promise<Record<File, string>> {
  const path = mkdtempSync(join(tmpdir(), 'hey-api-'))
  try {
    const resolve = (module: string) => (module === '@hey-api/client-fetch' ? '../runtime/client.ts' : undefined)
    await createClient({
      input,
      plugins,
      logs: { level: 'silent', file: false },
      output: { path, header: [header.trim()], module: { extension: '.ts', resolve } },
    })
    const texts = files.map((file) => [file, readFileSync(join(path, file), 'utf8')])
    return Object.fromEntries(texts) as Record<File, string>
  } finally {
    rmSync(path, { recursive: true })
  }
}

/**
 * hey-api takes the body of a refusal for what is thrown; ours throws errors, which know that body's type. Without
 * a client made at import it writes a null check that TypeScript does not follow, and asks for the client twice: by the
 * options of a mutation, and by each call of it.
 */
function mended(queries: string): string {
  const imports =
    "import type { Thrown } from '../../runtime/errors.ts';\nimport type { MutationDefaults, MutationInput } from '../../runtime/options.ts';\n"
  return queries
    .replace('(options?.client).getConfig().baseUrl', 'options?.client.baseUrl')
    .replace(/^import type .*types\.gen\.ts.*$/m, (line) => line.replace(/(\w+)Error\b/g, '$1Errors'))
    .replace(/\b(\w+)Error(?=,|>)/g, 'Thrown<$1Errors>')
    .replace(/options\?: Partial<(Options<\w+>)>(?=\): UseMutationOptions)/g, 'options: MutationDefaults<$1>')
    .replace(/(UseMutationOptions<.*?, )(Options<\w+>)>/g, '$1MutationInput<$2>>')
    .replace(/^import/m, `${imports}import`)
}

function callsOf(document: Document) {
  return listOperations(document).map(({ method, path, operation }) => ({ call: `${method} ${path}`, operation }))
}

/** The validator of each call's success, where that has a body. */
function responses(document: Document): string {
  const entries = callsOf(document)
    .filter(({ operation }) =>
      Object.entries(operation.responses).some(
        ([status, response]) => status.startsWith('2') && follow(document, response).content,
      ),
    )
    .map(({ call, operation: { operationId } }) => [
      call,
      `v${operationId[0]?.toUpperCase()}${operationId.slice(1)}Response`,
    ])
  const names = [...new Set(entries.map(([, name]) => name))]
  return [
    `import { ${names.join(', ')} } from './valibot.gen.ts'`,
    '',
    'export const responses = {',
    ...entries.map(([call, name]) => `  '${call}': ${name},`),
    '}',
    '',
  ].join('\n')
}

/** The one credential that each call asks for. */
function security(document: Document): string {
  const schemes = document.components.securitySchemes ?? {}
  const entries = callsOf(document).flatMap(({ call, operation }) => {
    const name = Object.keys(operation.security?.[0] ?? {})[0]
    const scheme = schemes[name ?? '']
    return scheme ? [[call, { type: scheme.type, scheme: scheme.scheme, name: scheme.name }]] : []
  })
  return `export const security = ${JSON.stringify(Object.fromEntries(entries), null, 2)} as const\n`
}
