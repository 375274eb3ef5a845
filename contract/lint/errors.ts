/** The rule that every refusal is the one error object of the service document (part 7), with the headers it needs. */

import { errorCodesOf } from '../derive/operations.ts'
import type { Document, Schema } from '../openapi/document.ts'
import { listOperations } from '../openapi/document.ts'
import type { LintError } from './lint-error.ts'
import { distinct } from './lint-error.ts'
import type { LocatedResponse } from './locate.ts'
import { listResponses, locate } from './locate.ts'

const planLimit = 'PLAN_UPGRADE_REQUIRED'

export function lintErrors(document: Document): LintError[] {
  const responses = listResponses(document)
  const refusals = responses.filter(({ status }) => status >= '4')
  return distinct([
    ...shadowedNames(document),
    ...missingRefusals(document),
    ...responses.flatMap(missingHeaders),
    ...refusals.flatMap((refusal) => wrongEnvelope(document, refusal)),
    ...inconsistentCodes(document, refusals),
  ])
}

function problem(pointer: string[], message: string): LintError {
  return { rule: 'errors', message, pointer }
}

/** Generated clients name a type after each schema, and `Error` is taken. */
function shadowedNames(document: Document): LintError[] {
  return document.components.schemas?.Error
    ? [problem(['components', 'schemas', 'Error'], 'no schema may be called Error')]
    : []
}

/** What any request may meet, and what one with credentials may meet beside that. */
function missingRefusals(document: Document): LintError[] {
  return listOperations(document).flatMap(({ method, path, operation }) => {
    const [scopes] = (operation.security ?? []).flatMap((requirement) => Object.values(requirement))
    const needed = [400, 404, 405, 413, 415, 500, 503, ...(scopes ? [401] : []), ...(scopes?.length ? [403] : [])]
    const pointer = ['paths', path, method.toLowerCase(), 'responses']
    return needed
      .filter((status) => !operation.responses[status])
      .map((status) => problem(pointer, `every operation like this must declare ${status}; see components/responses`))
  })
}

const headersByStatus: Record<string, string> = {
  401: 'WWW-Authenticate',
  405: 'Allow',
  429: 'Retry-After',
  503: 'Retry-After',
}

function missingHeaders({ status, node, pointer }: LocatedResponse): LintError[] {
  return ['X-Request-Id', 'Cache-Control', headersByStatus[status]]
    .filter((name) => name !== undefined && !node.headers?.[name])
    .map((name) => problem(pointer, `a response of ${status} must have the header ${name}`))
}

function wrongEnvelope(document: Document, { status, node, pointer }: LocatedResponse): LintError[] {
  const media = node.content?.['application/json']
  if (!media) return [problem(pointer, 'a refusal must have a body of application/json')]
  const body = locate<Schema>(document, media.schema, [...pointer, 'content', 'application/json', 'schema'])
  if (!isClosed(body.node, ['error']))
    return [problem(body.pointer, 'the body must be a closed object with `error` alone')]
  const inner = property(document, body.node, 'error')
  const at = [...body.pointer, 'properties', 'error']
  const codes = errorCodesOf(document, node)
  const fields = ['code', 'message', 'status', ...(codes.includes(planLimit) ? ['upgradeUrl'] : [])]
  if (!isClosed(inner, fields)) return [problem(at, `\`error\` must be a closed object of ${fields.join(', ')}`)]
  const {
    code,
    message,
    status: number,
    upgradeUrl,
  } = Object.fromEntries(fields.map((field) => [field, property(document, inner, field)]))
  const faults = [
    typeof code?.const !== 'string' && !code?.enum?.length && '`code` must be a literal or a choice of literals',
    message?.type !== 'string' && '`message` must be a string',
    number?.const !== Number(status) && `\`status\` must be the constant ${status}`,
    upgradeUrl && upgradeUrl.type !== 'string' && '`upgradeUrl` must be a string',
    upgradeUrl && codes.length > 1 && `\`upgradeUrl\` belongs to ${planLimit} alone`,
  ]
  return faults.filter((fault) => typeof fault === 'string').map((fault) => problem(at, fault))
}

function property(document: Document, schema: Schema, name: string): Schema {
  return locate<Schema>(document, schema.properties?.[name] ?? {}, []).node
}

/** Whether an object has exactly these properties, all of them required. */
function isClosed(schema: Schema, names: string[]): boolean {
  const same = (keys: unknown) => JSON.stringify([...(keys as string[])].sort()) === JSON.stringify([...names].sort())
  return (
    schema.type === 'object' &&
    schema.additionalProperties === false &&
    same(schema.required ?? []) &&
    same(Object.keys(schema.properties ?? {}))
  )
}

function inconsistentCodes(document: Document, refusals: LocatedResponse[]): LintError[] {
  const first = new Map<string, { status: string; headers: string }>()
  return refusals.flatMap(({ status, node, pointer }) =>
    errorCodesOf(document, node).flatMap((code) => {
      const headers = JSON.stringify(Object.entries(node.headers ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)))
      const known = first.get(code) ?? { status, headers }
      first.set(code, known)
      if (known.status !== status) return [problem(pointer, `${code} has the status ${known.status} elsewhere`)]
      return known.headers === headers ? [] : [problem(pointer, `${code} has other headers elsewhere`)]
    }),
  )
}
