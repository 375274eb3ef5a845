/** Formats an exchange's request for a shell, for a program and for the SDK. */
import type { Contract } from '@monitoring-service/contract'
import { toCurl } from '@monitoring-service/contract/requests'
import { ApiError, createRouter, readQuery } from '@monitoring-service/http'
import type { Exchange } from '../exchange.ts'

export interface Snippets {
  curl: string
  fetch: string
  /** Absent if the request matches no operation. */
  sdk?: string
}

/** @returns a function that formats exchanges; its `base` is the mock's address. */
export function createSnippets(contract: Contract): (exchange: Exchange, base: string) => Snippets {
  const route = createRouter(contract)
  return ({ method, target, headers, body }, base) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const curl = toCurl({ options: ['-i', '-X', method], base, target, headers, body: text })
    const init = { method, headers, ...(text !== undefined && { body: text }) }
    const fetch = `await fetch(${JSON.stringify(base + target)}, ${JSON.stringify(init, null, 2)})`
    try {
      const { operation, path, query } = route(method, target)
      const ids = Object.values(path).map(decodeURIComponent)
      const values = Object.fromEntries(readQuery(query))
      const inputs = [...ids, ...(body === undefined ? [] : [body]), ...(query === '' ? [] : [values])]
      const sdk = `await monitoring.${operation.sdk}(${inputs.map((value) => JSON.stringify(value)).join(', ')})`
      return { curl, fetch, sdk }
    } catch (error) {
      // The request matches no operation, or its path is malformed.
      if (error instanceof ApiError || error instanceof URIError) return { curl, fetch }
      throw error
    }
  }
}
