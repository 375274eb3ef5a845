/** What an editor shows of the SDK's functions is what the contract says of their operations. */
import { readFileSync } from 'node:fs'
import { type OperationId, operations } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { describe, expect, it } from 'vitest'
import { listOperations } from '../../contract/openapi/document.ts'

const read = (file: string) => readFileSync(new URL(`../../sdk/${file}`, import.meta.url), 'utf8')
const [facade, calls] = [read('index.ts'), read('generated/calls.gen.ts')]
const ids = Object.keys(operations) as OperationId[]

/** Refusals that any operation may meet, which the comment of `createMonitoring` tells once. */
const shared = ['404 NOT_FOUND', '405', '413', '415', '500', '503']

/** The comment above the function that calls an operation, without its stars and line breaks. */
function commentOn(id: OperationId): string {
  const call = calls.indexOf(`operations.${id}({ ...on`)
  expect(call, `the SDK calls ${id}`).toBeGreaterThan(0)
  const comment = calls.slice(calls.lastIndexOf('/**', call) + 3, calls.lastIndexOf('*/', call))
  return oneLine(comment.replace(/^\s*\*/gm, ''))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

const described = Object.fromEntries(
  listOperations(readContract()).map(({ operation }) => [operation.operationId, operation]),
)

describe.each(ids)("The SDK's comment on %s", (id) => {
  const comment = commentOn(id)

  it("begins with the contract's description and cites the service document, unless it was decided beyond it.", () => {
    const description = oneLine(described[id]?.description ?? '')
    expect(description).toMatch(/\.$/)
    expect(comment.slice(0, description.length)).toBe(description)
    const { 'x-source': source } = described[id] ?? {}
    if (source) expect(comment).toContain(`(${source}.)`)
    else expect(described[id]).toHaveProperty('x-decided')
  })

  it('lists under @throws the statuses with the codes that the contract declares, in its order.', () => {
    const line = /@throws ApiError (.*?)\.(?= @|$)/.exec(comment)?.[1] ?? ''
    const said = line.split('; ').map((part) => {
      const [, status, codes, rest] = /^(\d{3}) ((?:`[A-Z_]+`(?: or )?)+)(.*)$/.exec(part) ?? []
      expect(rest, part).toMatch(/^( with `detail\.\w+`)?$/)
      return [status, codes?.match(/[A-Z_]+/g)]
    })
    const declared = Object.entries(operations[id].responses).filter(
      ([status, codes]) => codes.length > 0 && !shared.includes(status) && !shared.includes(`${status} ${codes}`),
    )
    expect(said).toEqual(declared)
  })

  it('tells what the caller needs, and nothing else.', () => {
    const { security } = operations[id]
    const scopes: readonly string[] = security?.scopes ?? []
    expect(comment.includes('Needs write scope.')).toBe(scopes.includes('write'))
    expect(comment.includes('Needs the admin API key.')).toBe(security?.scheme === 'adminApiKey')
  })
})

it('The comment on createMonitoring names what the SDK can meet at any operation.', () => {
  const end = facade.indexOf('export function createMonitoring')
  const comment = facade.slice(facade.lastIndexOf('/**', end), end)
  for (const named of ['413', 'PAYLOAD_TOO_LARGE', '500', 'INTERNAL_ERROR', '503', 'UNAVAILABLE']) {
    expect(comment).toContain(named)
  }
})
