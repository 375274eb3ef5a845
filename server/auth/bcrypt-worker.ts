/** Runs bcrypt in a worker thread, where its tens of milliseconds do not block requests. */
import { compare as compareHash, hash as makeHash } from 'bcryptjs'

export const hash = ({ text, cost }: { text: string; cost: number }): Promise<string> => makeHash(text, cost)
export const compare = ({ text, hashed }: { text: string; hashed: string }): Promise<boolean> =>
  compareHash(text, hashed)
