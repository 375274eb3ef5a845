/** Reads the operator's secrets from the environment, and refuses those that somebody could guess. */
import { demo } from '@monitoring-service/contract'

export interface Secrets {
  tokenSecret: string
  adminApiKey: string
  /** While secrets are changed, the one from before is taken, too; it makes nothing. */
  previousTokenSecret: string | undefined
  previousAdminApiKey: string | undefined
}

/**
 * @param isDemo whether the published secrets, or others as weak, will do.
 * @throws Error in one line that says which one is no good, why, and what to do.
 */
export function readSecrets(env: NodeJS.ProcessEnv, isDemo: boolean): Secrets {
  const read = (name: string, published?: string): string | undefined => {
    // What a template left empty is not set.
    const secret = env[name] || (isDemo ? published : undefined)
    const weakness = secret === undefined || isDemo ? undefined : weaknessOf(secret)
    if (weakness) throw new Error(`${name} ${weakness}: ${advice}`)
    return secret
  }
  const need = (name: string, published: string): string => {
    const secret = read(name, published)
    if (secret === undefined) throw new Error(`${name} is not set: ${advice}`)
    return secret
  }
  const secrets = {
    tokenSecret: need('TOKEN_SECRET', demo.tokenSecret),
    adminApiKey: need('ADMIN_API_KEY', demo.adminApiKey),
    previousTokenSecret: read('TOKEN_SECRET_PREVIOUS'),
    previousAdminApiKey: read('ADMIN_API_KEY_PREVIOUS'),
  }
  // Whoever has the key of the operators must not be able to make tokens.
  if (secrets.tokenSecret === secrets.adminApiKey) {
    throw new Error(`TOKEN_SECRET and ADMIN_API_KEY are the same: ${advice}`)
  }
  return secrets
}

const advice =
  'set it to 32 random characters or more, as openssl rand -hex 32 makes them, or use the published secrets with --demo'

/** What texts have that somebody left as an example had them. */
const example =
  /change.?(?:me|this)|replace.?(?:me|this)|your.?(?:own|super|secret|jwt|token|api|admin)|super.?secret|example|placeholder/i

/** Fewer different characters come by chance in one of twenty million texts of 32 random hexadecimal digits. */
const variety = 8

function weaknessOf(secret: string): string | undefined {
  const published: string[] = [demo.tokenSecret, demo.adminApiKey]
  if (secret.length < 32) return 'is shorter than 32 characters'
  if (published.includes(secret)) return 'is a published secret'
  if (example.test(secret)) return 'looks like an example that nobody has replaced'
  if (new Set(secret).size < variety) return `has fewer than ${variety} different characters`
  if (/^(.+?)\1+$/s.test(secret)) return 'repeats a shorter text'
  return undefined
}
