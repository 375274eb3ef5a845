/** Reads the operator's secrets from the environment, and rejects weak ones. */
import { demo } from '@monitoring-service/contract'

export interface Secrets {
  tokenSecret: string
  adminApiKey: string
  /** Accepted beside the current secrets while they are changed; never used to sign. */
  previousTokenSecret?: string | undefined
  previousAdminApiKey?: string | undefined
}

/**
 * @param isDemo accepts weak secrets; the published ones are the default.
 * @throws Error in one line that names the secret, its weakness and the remedy.
 */
export function readSecrets(env: NodeJS.ProcessEnv, isDemo: boolean): Secrets {
  const read = (name: string, published?: string): string | undefined => {
    // An empty variable counts as not set, since templates leave them empty.
    const secret = env[name] || (isDemo ? published : undefined)
    const weakness = secret === undefined || isDemo ? undefined : weaknessOf(secret)
    if (weakness) throw new Error(`${name} ${weakness}: ${remedy}`)
    return secret
  }
  const readRequired = (name: string, published: string): string => {
    const secret = read(name, published)
    if (secret === undefined) throw new Error(`${name} is not set: ${remedy}`)
    return secret
  }
  const secrets = {
    tokenSecret: readRequired('TOKEN_SECRET', demo.tokenSecret),
    adminApiKey: readRequired('ADMIN_API_KEY', demo.adminApiKey),
    previousTokenSecret: read('TOKEN_SECRET_PREVIOUS'),
    previousAdminApiKey: read('ADMIN_API_KEY_PREVIOUS'),
  }
  // The holder of the admin API key must not be able to sign tokens.
  if (secrets.tokenSecret === secrets.adminApiKey) {
    throw new Error(`TOKEN_SECRET and ADMIN_API_KEY are the same: ${remedy}`)
  }
  return secrets
}

const remedy =
  'set it to 32 random characters or more, such as the output of openssl rand -hex 32, or use the published secrets with --demo'

/** Texts of the secrets in examples and templates. */
const example =
  /change.?(?:me|this)|replace.?(?:me|this)|your.?(?:own|super|secret|jwt|token|api|admin)|super.?secret|example|placeholder/i

/** One of twenty million texts of 32 random hexadecimal digits has fewer different characters. */
const minVariety = 8

function weaknessOf(secret: string): string | undefined {
  const published: string[] = [demo.tokenSecret, demo.adminApiKey]
  if (secret.length < 32) return 'is shorter than 32 characters'
  if (published.includes(secret)) return 'is a published secret'
  if (example.test(secret)) return 'looks like an unchanged example'
  if (new Set(secret).size < minVariety) return `has fewer than ${minVariety} different characters`
  if (/^(.+?)\1+$/s.test(secret)) return 'repeats a shorter text'
  return undefined
}
