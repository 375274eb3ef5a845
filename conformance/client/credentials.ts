/** How credentials travel in request headers, and how to find them there. */

/** The credentials of a caller; each may be missing. */
export interface Identity {
  email?: string
  password?: string
  accessToken?: string
  refreshToken?: string
  adminKey?: string
  teamId?: string
  teamName?: string
  verificationCode?: string
  verificationCodeExpired?: boolean
  /** As hook or sign-up return it. */
  id?: string
  /** As a hook returns it: whether the account owns its team, and whether it is deleted with its data. */
  owner?: boolean
  deleted?: boolean
  /** It may own a team that has other members, whom the hook has made with the team. */
  mayOwn?: boolean
  /** From a hook that makes an account whose deletion is scheduled. */
  deletionRequestedAt?: string
  deletionScheduledAt?: string
  /** Where the account comes from. */
  source?: 'sign-up' | 'hook' | 'list'
  /** The fields that the hook was asked for beside the usual fields of the role. */
  asked?: { [field: string]: unknown }
  /** The access token is that of a log-in, not of the record. */
  hasLoggedIn?: true
}

/** The header of each credential, and a template of its value with `{token}` or `{key}` in it. */
export interface Transport {
  token: { header: string; value: string }
  admin: { header: string; value: string }
}

/** A credential that a check sends although it must be rejected. */
export interface InvalidCredential {
  description: string
  /** The secret that it was derived from; absent if it reveals none. */
  of?: string | undefined
}

export function tokenHeader({ token }: Transport, value: string): Record<string, string> {
  return { [token.header.toLowerCase()]: token.value.replaceAll('{token}', value) }
}

export function adminKeyHeader({ admin }: Transport, value: string): Record<string, string> {
  return { [admin.header.toLowerCase()]: admin.value.replaceAll('{key}', value) }
}

/** The credential in each header: the part that replaces the template's placeholder, or follows the name of a scheme. */
export function findCredentials(
  { token, admin }: Transport,
  headers: Record<string, string>,
): [name: string, credential: string][] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const template = [token, admin].find(({ header }) => header.toLowerCase() === name.toLowerCase())?.value
    if (template === undefined && name.toLowerCase() !== 'authorization') return []
    const [before = '', after = ''] = template?.split(/\{token\}|\{key\}/) ?? []
    const fitsTemplate = template !== undefined && value.startsWith(before) && value.endsWith(after)
    const credential = fitsTemplate
      ? value.slice(before.length, value.length - after.length)
      : value.replace(/^[\w-]+ +/, '')
    return credential === '' ? [] : [[name, credential] as [string, string]]
  })
}

/** The claims of a JWT, which anybody can read; empty for another token. */
export function claimsOf(token: string): { [name: string]: unknown } {
  return decodePart(token.split('.')[1] ?? '')
}

/** A part of a JWT, such as its header; empty if it is none. */
export function decodePart(part: string): { [name: string]: unknown } {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) ?? {}
  } catch {
    return {}
  }
}
