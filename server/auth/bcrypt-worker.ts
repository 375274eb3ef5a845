/** Runs bcrypt in a worker thread, where its tens of milliseconds do not block requests. */
import { compare as compareHash, hash as makeHash } from 'bcryptjs'

export const hash = ({ text, cost }: { text: string; cost: number }): Promise<string> => makeHash(text, cost)

/** Compares with a hash, or with none, with the work of the given cost for each. */
export async function compare({ text, hashed, cost }: { text: string; hashed: string | undefined; cost: number }) {
  if (hashed === undefined) return compareHash(text, dummyHash(cost)).then(() => false)
  const matches = await compareHash(text, hashed)
  // Each cost doubles the work, so that those from a cheaper one up to the last before `cost` add up to the rest.
  for (let rest = Number(hashed.slice(4, 6)); rest < cost; rest++) await compareHash(text, dummyHash(rest))
  return matches
}

const dummyHash = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(53)}`
