/** Holds requests back until the connections of all of them are open, so that they arrive at the same time. */

/** Until the target has taken the connections, too, in milliseconds. */
const pause = 5
/** The longest wait for a connection, in milliseconds: the target may take one at a time. */
const mostWaiting = 500

/** Proceeds at the same time as the others. */
export type Barrier = (proceed: () => void) => void

/** @param width the number of requests. */
export function createBarrier(width: number): Barrier {
  const waiting: (() => void)[] = []
  let isOpen = false
  const open = () => {
    isOpen = true
    for (const proceed of waiting.splice(0)) proceed()
  }
  return (proceed) => {
    if (isOpen) return void proceed()
    if (waiting.push(proceed) === 1) setTimeout(open, mostWaiting).unref()
    if (waiting.length === width) setTimeout(open, pause)
  }
}
