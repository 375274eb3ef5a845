/** Assertions about a value: each makes a claim. */
import { type Claim, is } from './claims.ts'

export interface ValueMatchers {
  toBe(expected: unknown): void
  toDifferFrom(other: unknown): void
  /** The name is a statement, and the value whether it is true. */
  toHold(holds?: boolean): void
  /** Each of these properties has this value. */
  toMatch(expected: Record<string, unknown>): void
  toBeBetween(least: number, most: number): void
  toBeAtLeast(least: number): void
  toBeRecent(): void
  toBeWhole(given: string): void
  toKeep(given: string): void
  toBeTheMoment(other: string): void
  toBeExactly(time: string): void
}

/** @param assert receives each claim with its subject and the value. */
export function createMatchers(
  value: unknown,
  name: string,
  assert: (claim: Claim, subject: string, value: unknown) => void,
): ValueMatchers {
  const make = (claim: Claim) => assert(claim, name, value)
  return {
    toBe: (expected) => make(is(expected)),
    toDifferFrom: (other) => make({ isNot: other }),
    toHold: (holds = true) => make({ holds }),
    toMatch(expected) {
      const actual = (typeof value === 'object' ? value : undefined) as Record<string, unknown> | undefined
      for (const [key, part] of Object.entries(expected)) assert(is(part), `${name}.${key}`, actual?.[key])
    },
    toBeBetween: (least, most) => make({ between: [least, most] }),
    toBeAtLeast: (atLeast) => make({ atLeast }),
    toBeRecent: () => make({ recent: true }),
    toBeWhole: (whole) => make({ whole }),
    toKeep: (keeps) => make({ keeps }),
    toBeTheMoment: (moment) => make({ moment }),
    toBeExactly: (exactly) => make({ exactly }),
  }
}
