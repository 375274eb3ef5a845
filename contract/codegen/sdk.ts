/** Generates the SDK's files: types, functions, query options, validators, error types and tables. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deriveContract } from '../derive/contract.ts'
import { documented } from '../documented/document.ts'
import { type Document, dereference, listOperations, type Operation } from '../openapi/document.ts'
import { loadGenerators } from './load-generators.ts'
import { generateByPath, generateCalls, generateOperations } from './sdk-functions.ts'
import { capitalize, credentialHeader } from './sdk-operations.ts'
import { generateQueries } from './sdk-queries.ts'
import { constant } from './table.ts'
import { dropUnusedComponents } from './used-components.ts'

/** @returns the texts of the files by their paths in `sdk/generated` */
export async function generateSdk(document: Document, header: string): Promise<Record<string, string>> {
  const fromHeyApi = await runHeyApi(
    header,
    document,
    [
      '@hey-api/typescript',
      { name: '@hey-api/sdk', client: false, responseStyle: 'data' },
      // The empty handler keeps hey-api from writing client.gen.ts, which creates a client on import.
      {
        name: '@hey-api/client-fetch',
        handler: () => {},
        config: { bundle: false, throwOnError: true, baseUrl: false },
      },
    ],
    ['types.gen.ts'],
  )
  // Only the rules of the service document: other implementations may have made other decisions.
  const stated = successesOnly(documented)
  const validators = await runHeyApi(header, stated, ['valibot'], ['valibot.gen.ts'])
  return {
    ...fromHeyApi,
    ...validators,
    'operations.gen.ts': header + generateOperations(document),
    'calls.gen.ts': header + generateCalls(document),
    'by-path.gen.ts': header + generateByPath(document),
    'react-query.gen.ts': header + generateQueries(document),
    'errors.gen.ts': header + generateErrorBody(document),
    'responses.gen.ts': header + generateResponses(stated),
    'outcomes.gen.ts': header + generateOutcomes(document),
    'requests.gen.ts': header + generateRequests(document),
    'testing.gen.ts': header + generateDoubles(document),
    'operation-ids.gen.ts': header + generateOperationIds(document),
  }
}

/** The contract reduced to operation names and successes, since a validator of anything else would only add size. */
function successesOnly(document: Document): Document {
  const paths: Document['paths'] = {}
  for (const { method, path, operation } of listOperations(document)) {
    const { operationId, responses } = operation
    const successes = Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, responses: successes } }
  }
  return dropUnusedComponents({ ...document, paths })
}

/** Runs hey-api in a temporary folder and returns the named files. */
async function runHeyApi<File extends string>(
  header: string,
  document: Document,
  plugins: (string | object)[],
  files: File[],
): Promise<Record<File, string>> {
  const { createClient } = await loadGenerators()
  const path = mkdtempSync(join(tmpdir(), 'hey-api-'))
  try {
    const resolve = (module: string) => (module === '@hey-api/client-fetch' ? '../runtime/client.ts' : undefined)
    await createClient({
      input: structuredClone(document),
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

/** The union of hey-api's error types, one for each operation that declares errors. */
function generateErrorBody(document: Document): string {
  const names = listOperations(document)
    .filter(({ operation }) => Object.keys(operation.responses).some((status) => !status.startsWith('2')))
    .map(({ operation }) => `${capitalize(operation.operationId)}Error`)
  return [
    `import type { ${names.join(', ')} } from './types.gen.ts'`,
    '',
    '/** The body of every error response that the contract declares. */',
    `export type ErrorBody =\n  | ${names.join('\n  | ')}`,
    '',
  ].join('\n')
}

/** The values of the operations that have one, by method and path template. */
function byCall<T>(document: Document, find: (operation: Operation) => T | undefined): Record<string, T> {
  const entries = listOperations(document).map(({ method, path, operation }) => [`${method} ${path}`, find(operation)])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The validator of each operation's success, if that has a body. */
function generateResponses(document: Document): string {
  const names = byCall(document, ({ operationId, responses }) => {
    const [success] = Object.entries(responses).flatMap(([status, reference]) =>
      status.startsWith('2') ? dereference(document, reference) : [],
    )
    return success?.content && `v${capitalize(operationId)}Response`
  })
  return [
    `import { ${Object.values(names).join(', ')} } from './valibot.gen.ts'`,
    '',
    'export const responses = {',
    ...Object.entries(names).map(([call, name]) => `  '${call}': ${name},`),
    '}',
    '',
  ].join('\n')
}

function generateOutcomes(document: Document): string {
  const errors = Object.entries(deriveContract(document).errors)
  const unchanged = errors.filter(([, { outcome }]) => outcome === 'nothing').map(([code]) => code)
  const comment = 'The error codes of a status above 499 after which nothing was changed.'
  return constant(comment, 'unchanged', unchanged, 'readonly string[]')
}

function generateRequests(document: Document): string {
  const fixed = byCall(document, (operation) => {
    const security = credentialHeader(document, operation)
    const parts = { ...(security && { security }), ...(operation.responses[204] && { isEmpty: true }) }
    return Object.keys(parts).length > 0 ? parts : undefined
  })
  const comment = 'By method and path template: the header of the credential, and whether a success is without content.'
  return constant(comment, 'fixedParts', fixed)
}

function generateDoubles(document: Document): string {
  const functions = byCall(document, (operation) => ({
    name: operation['x-sdk'],
    status: Number(Object.keys(operation.responses).find((status) => status.startsWith('2'))),
  }))
  const errors = Object.entries(deriveContract(document).errors).map(([code, { status, message }]) => [
    code,
    { status, message },
  ])
  return (
    constant('The function of each operation, and the status of its success.', 'functions', functions) +
    constant('The status and message of each error code.', 'errors', Object.fromEntries(errors))
  )
}

function generateOperationIds(document: Document): string {
  const ids = byCall(document, ({ operationId }) => operationId)
  const comment = 'The names of the operations in the contract, by method and path template.'
  return constant(comment, 'operationIds', ids, 'Readonly<Record<string, string>>')
}
