/** Reads the operator's secrets from the environment, and rejects weak ones. */
import { demo } from '@monitoring-service/contract'
import type { Setting } from '../setting-parsers.ts'
import { textOf } from '../setting-text.ts'
import { settings } from '../settings-table.ts'

export interface Secrets {
  tokenSecret: string
  adminApiKey: string
  /** Accepted beside the current secrets while they are changed; never used to sign. */
  previousTokenSecret?: string | undefined
  previousAdminApiKey?: string | undefined
}

const names = ['tokenSecret', 'adminApiKey', 'previousTokenSecret', 'previousAdminApiKey'] as const

/**
 * @param isDemo accepts weak secrets; the published ones are the default.
 * @throws Error in one line that names each missing or weak secret, its weakness and the remedy.
 */
export async function readSecrets(env: NodeJS.ProcessEnv, isDemo: boolean): Promise<Secrets> {
  const published: Partial<Secrets> = isDemo ? demo : {}
  const errors: string[] = []
  const read = (name: (typeof names)[number]) => {
    try {
      return textOf(name, {}, env) ?? published[name]
    } catch (error) {
      errors.push((error as Error).message)
    }
  }
  const secrets = Object.fromEntries(names.map((name) => [name, read(name)])) as Partial<Secrets>
  if (errors.length > 0) throw new Error(errors.join('; '))
  const { tokenSecret, adminApiKey } = secrets
  const weaknesses = await findWeaknesses(secrets, isDemo)
  if (weaknesses.length === 0 && tokenSecret && adminApiKey) return { ...secrets, tokenSecret, adminApiKey }
  throw new Error(`${weaknesses.join(', ')}: ${remedy}`)
}

const remedy =
  'set it to 32 random characters or more, such as the output of openssl rand -hex 32, or use the published secrets with --demo'

async function findWeaknesses(secrets: Partial<Secrets>, isDemo: boolean): Promise<string[]> {
  // Loaded on demand: the word lists take as long as the rest of a start in the demo.
  const weaknessOf = isDemo ? undefined : (await import('./secret-strength.ts')).weaknessOf
  return names.flatMap((name, index) => {
    const [{ variable, usually }, secret]: [Setting, string | undefined] = [settings[name], secrets[name]]
    if (!secret) return usually === 'required' ? [`${variable} is not set`] : []
    // The holder of one key must not have another one with it: an admin API key could sign tokens.
    const same = names.slice(0, index).find((other) => secrets[other]?.toLowerCase() === secret.toLowerCase())
    if (same) return [`${settings[same].variable} and ${variable} are the same, or differ in case only`]
    const weakness = weaknessOf?.(secret)
    return weakness ? [`${variable} ${weakness}`] : []
  })
}
