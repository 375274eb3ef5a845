/** Generates the options for TanStack Query, each made of an operation's own function. */
import type { Document } from '../openapi/document.ts'
import { describeOperation, toComment } from './sdk-docs.ts'
import { describeOptions } from './sdk-functions.ts'
import { capitalize, functionsOf, type SdkFunction, withTypes } from './sdk-operations.ts'

/** `react-query.gen.ts`: keys and options of each read, and options of each write. */
export function generateQueries(document: Document): string {
  const functions = functionsOf(document)
  const names = functions.map(({ operation }) => operation.operationId).sort()
  return withTypes(document, [
    "import type { Options } from '../runtime/client.ts'",
    `import { ${names.join(', ')} } from './operations.gen.ts'`,
    "import { type Infinite, type Mutation, type MutationDefaults, type Query, type QueryKey, toInfinite, toKey, toMutation, toQuery } from '../runtime/query-options.ts'",
    ...functions.flatMap((it) => ['', ...(it.method === 'GET' ? queriesOf(document, it) : [mutationOf(document, it)])]),
  ])
}

function queriesOf(document: Document, it: SdkFunction): string[] {
  const id = it.operation.operationId
  const name = capitalize(id)
  const options = `options: Options<${name}Data>`
  const query = [
    `/** The key of a query of \`${id}\`. */`,
    `export const ${id}QueryKey = (${options}): QueryKey => toKey('${id}', options)`,
    '',
    formatComment(document, it),
    `export const ${id}Options = (${options}): Query<${it.bodies}> => toQuery('${id}', ${id}, options)`,
  ]
  if (!it.item) return query
  return [
    ...query,
    '',
    `/** The key of a query for all pages of \`${id}\`. */`,
    `export const ${id}InfiniteQueryKey = (${options}): QueryKey => toKey('${id}', options, true)`,
    '',
    formatComment(document, it),
    `export const ${id}InfiniteOptions = (${options}): Infinite<${it.bodies}> => toInfinite('${id}', ${id}, options)`,
  ]
}

function mutationOf(document: Document, it: SdkFunction): string {
  const id = it.operation.operationId
  const name = capitalize(id)
  const input = `Options<${name}Data>`
  const signature = `<Given extends keyof ${input} = 'client'>(options: MutationDefaults<${input}, Given>)`
  const returned = `Mutation<${it.bodies}, ${input}, Given>`
  return `${formatComment(document, it)}\nexport const ${id}Mutation = ${signature}: ${returned} =>\n  toMutation('${id}', ${id}, options)`
}

function formatComment(document: Document, it: SdkFunction): string {
  return toComment(describeOperation(document, it.operation, [describeOptions(it)]), '')
}
