/** The operator's secrets: weak ones are rejected. */
import type { Setting } from '../setting-parsers.ts'
import { settings } from '../settings-table.ts'

export interface Secrets {
  /** Signs tokens; at least 32 characters. */
  tokenSecret: string
  /** The key of the operator; at least 32 characters. */
  adminApiKey: string
  /** Accepted beside the current secrets while they are changed; never used to sign. */
  previousTokenSecret?: string | undefined
  /** Accepted beside the current key while it is changed. */
  previousAdminApiKey?: string | undefined
}

const names = ['tokenSecret', 'adminApiKey', 'previousTokenSecret', 'previousAdminApiKey'] as const

const remedy =
  'set it to 32 random characters or more, such as the output of openssl rand -hex 32, or use the published secrets with --demo'

/**
 * @param secrets those that could be read.
 * @param isDemo accepts weak secrets.
 * @throws Error in one line that names each missing or weak secret, its weakness and the remedy.
 */
export async function checkSecrets(secrets: Partial<Secrets>, isDemo: boolean): Promise<void> {
  // Loaded on demand: the word lists take as long as the rest of a start in the demo.
  const weaknessOf = isDemo ? undefined : (await import('./secret-strength.ts')).weaknessOf
  const readable = names.filter((name) => name in secrets)
  const weaknesses = readable.flatMap((name) => findWeakness(name, secrets, weaknessOf) ?? [])
  if (weaknesses.length > 0) throw new Error(`${weaknesses.join(', ')}: ${remedy}`)
}

function findWeakness(
  name: (typeof names)[number],
  secrets: Partial<Secrets>,
  weaknessOf: ((secret: string) => string | undefined) | undefined,
): string | undefined {
  const { variable, usually }: Setting = settings[name]
  const secret = secrets[name]
  if (!secret) return usually === 'required' ? `${variable} is not set` : undefined
  // The holder of one key must not have another one with it: an admin API key could sign tokens.
  const earlier = names.slice(0, names.indexOf(name))
  const same = earlier.find((other) => secrets[other]?.toLowerCase() === secret.toLowerCase())
  if (same) return `${settings[same].variable} and ${variable} are the same, or differ in case only`
  const weakness = weaknessOf?.(secret)
  return weakness && `${variable} ${weakness}`
}
