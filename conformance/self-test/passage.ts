/** The whole way of a request: from the wire, through the steps in the contract's order of refusal, to an answer. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from './refusal.ts'
import type { Answer, Call, Json, Steps } from './steps.ts'

export async function pass(the: Steps, request: IncomingMessage): Promise<Answer> {
  const [path = '', query = ''] = cut(request.url ?? '')
  const call: Call = {
    operation: 'none',
    headers: request.headers,
    query: new URLSearchParams(query),
    id: '',
    body: undefined,
    caller: undefined,
  }
  try {
    await the.arrived(call)
    const { operation, id } = the.match(request.method ?? '', path)
    call.operation = operation
    call.body = (await readBody(the, request, the.takesBody(operation))) as Json | undefined
    call.id = unescaped(id)
    for (const check of the.checks) the[check](call)
    return the.answered(the.accepted(await the.handlers[operation](call), call), call)
  } catch (thrown) {
    const refusal = thrown instanceof Refusal ? thrown : new Refusal('INTERNAL_ERROR')
    return the.answered(the.refused(refusal, call), call)
  }
}

function cut(target: string): string[] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)]
}

async function readBody(the: Steps, request: IncomingMessage, expected: boolean): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= the.maxBodyBytes) chunks.push(chunk)
  }
  if (size > the.maxBodyBytes) throw new Refusal('PAYLOAD_TOO_LARGE')
  if (size === 0) return undefined
  if (!expected || !the.isJson(request.headers)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE')
  try {
    return the.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)))
  } catch {
    throw new Refusal('VALIDATION_ERROR', 'the body is not well-formed JSON')
  }
}

function unescaped(id: string): string {
  try {
    return decodeURIComponent(id)
  } catch {
    throw new Refusal('VALIDATION_ERROR', 'the path is not valid percent-encoded UTF-8')
  }
}
