/** Runs in a worker thread, where bcrypt's tens of milliseconds hold nobody up. */
import { setPriority } from 'node:os'
import { compare as compareHash, hash as makeHash } from 'bcryptjs'

// Where a thread has a priority of its own, hashing takes what the other requests leave of the processors.
if (process.platform === 'linux') setPriority(10)

export const hash = ({ text, cost }: { text: string; cost: number }): Promise<string> => makeHash(text, cost)
export const compare = ({ text, hashed }: { text: string; hashed: string }): Promise<boolean> =>
  compareHash(text, hashed)
