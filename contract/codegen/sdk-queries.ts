/** Generates the options for TanStack Query, each made of an operation's own function. */
import type { Document } from '../openapi/document.ts'
import { describeOperation, toComment } from './sdk-docs.ts'
import { operationParam } from './sdk-functions.ts'
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
  const types = `<${name}Responses, ${name}Errors>`
  const query = [
    `export const ${id}QueryKey = (${options}): QueryKey => toKey('${id}', options)`,
    '',
    comment(document, it),
    `export const ${id}Options = (${options}): Query${types} => toQuery('${id}', ${id}, options)`,
  ]
  if (!it.isList) return query
  return [
    ...query,
    '',
    `export const ${id}InfiniteQueryKey = (${options}): QueryKey => toKey('${id}', options, true)`,
    '',
    comment(document, it),
    `export const ${id}InfiniteOptions = (${options}): Infinite${types} => toInfinite('${id}', ${id}, options)`,
  ]
}

function mutationOf(document: Document, it: SdkFunction): string {
  const id = it.operation.operationId
  const name = capitalize(id)
  const input = `Options<${name}Data>`
  const signature = `<Given extends keyof ${input} = 'client'>(options: MutationDefaults<${input}, Given>)`
  const returned = `Mutation<${name}Responses, ${name}Errors, ${input}, Given>`
  return `${comment(document, it)}\nexport const ${id}Mutation = ${signature}: ${returned} =>\n  toMutation('${id}', ${id}, options)`
}

const comment = (document: Document, it: SdkFunction) =>
  toComment(describeOperation(document, it.operation, [operationParam(it)]), '')
