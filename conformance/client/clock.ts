/** The target's clock, by which times are judged: it may differ from that of this machine. */
import type { Exchange } from './exchange.ts'

export interface Clock {
  /** Milliseconds by which it is ahead of this machine's clock; 0 until it was measured. */
  offset: number
}

type Timed = Pick<Exchange, 'started' | 'milliseconds' | 'response'>

/**
 * By the Date headers of several responses. Each has full seconds, which lie between the request and the response.
 * @returns milliseconds, in full seconds; 0 if the clocks may agree; undefined if no response has the header.
 */
export function measureOffset(exchanges: readonly Timed[]): number | undefined {
  const shown = exchanges.flatMap(({ started, milliseconds, response }) => {
    const [date, sent] = [Date.parse(response.headers.date ?? ''), started.getTime()]
    return Number.isNaN(date) ? [] : [{ least: date - sent - milliseconds, most: date + 1000 - sent }]
  })
  if (shown.length === 0) return undefined
  const least = Math.max(...shown.map((one) => one.least))
  const most = Math.min(...shown.map((one) => one.most))
  return least <= 0 && most >= 0 ? 0 : Math.round((least + most) / 2000) * 1000
}
