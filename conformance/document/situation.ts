/** Reads from an exchange who calls, by which credential, about what: so any driver may have sent it. */
import { operations as contract, limits } from '@monitoring-service/contract'
import { findCredentials, type Transport } from '../client/credentials.ts'
import type { Exchange } from '../client/exchange.ts'
import type { Operation, Situation } from './operation.ts'
import { operations } from './operations.ts'
import type { Model } from './state.ts'

export interface Located {
  operation: Operation
  situation: Situation
}

/** @returns undefined if it is no request of an operation that is written down, or in a form of which the model knows nothing. */
export function locate(
  model: Model,
  { request, started, targetTime }: Exchange,
  transport: Transport,
  isContested = false,
): Located | undefined {
  const { operationId, method, path, headers, body } = request
  const operation = operationId && operations[operationId]
  if (!operation || contract[operationId].method !== method) return undefined
  if (body !== undefined && Buffer.byteLength(body) > limits.bodyBytes) return undefined
  const [before = '', after = ''] = contract[operationId].path.split('{id}')
  const mark = path.indexOf('?')
  const [plain, query] = mark < 0 ? [path] : [path.slice(0, mark), path.slice(mark + 1)]
  if (!plain.startsWith(before) || !plain.endsWith(after)) return undefined
  const one: Situation = {
    model,
    ...credentialIn(model, request, transport),
    id: decode(plain.slice(before.length, plain.length - after.length)),
    ...parse(body),
    query: query === undefined ? undefined : new URLSearchParams(query),
    hasBrokenQuery: /%(?![\da-f]{2})/i.test(query ?? ''),
    headers,
    isContested,
    started: started.getTime(),
    now: targetTime,
  }
  return { operation, situation: { ...one, subject: operation.find(one) } }
}

function credentialIn(
  { accounts, sender, adminKey }: Model,
  { headers, invalidCredential }: Exchange['request'],
  transport: Transport,
): Pick<Situation, 'credential' | 'caller'> {
  const presented = findCredentials(transport, headers).map(([, credential]) => credential)
  const all = [...(sender ? [sender] : []), ...Object.values(accounts)]
  const newest = all.find(({ accessToken = '' }) => presented.includes(accessToken))
  const caller = newest ?? all.find(({ older }) => older.some((token) => presented.includes(token)))
  if (invalidCredential) return { credential: 'invalid', caller }
  if (presented.length === 0) return { credential: 'none' }
  if (adminKey !== undefined && presented.includes(adminKey)) return { credential: 'admin key' }
  return { credential: newest ? 'newest' : caller ? 'older' : 'unknown', caller }
}

/** Undecoded if it is no text in UTF-8. */
function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function parse(body: string | undefined): Pick<Situation, 'input' | 'isMalformed'> {
  try {
    return { input: body === undefined ? undefined : JSON.parse(body), isMalformed: false }
  } catch {
    return { input: body, isMalformed: true }
  }
}
