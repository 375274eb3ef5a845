/** Stops the clock of this process: Date returns a fixed time, timers keep running. */
const Real = Date
let now = Number.NaN

class FixedDate extends Real {
  constructor(...given: [] | [number | string]) {
    if (given.length === 0) super(now)
    else super(...(given as [number]))
  }

  static override now(): number {
    return now
  }
}

/** Date returns the time again. */
export function resetClock(): void {
  globalThis.Date = Real
}

export function setClock(to: Date): void {
  now = to.getTime()
  globalThis.Date = FixedDate as DateConstructor
}
