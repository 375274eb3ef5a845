/** The accounts that the eight operations cannot make, by the role that they have in checks. */
import type { Identity } from '../client/credentials.ts'
import type { Fields } from './kinds.ts'

export const roles = [
  'writer',
  'stranger',
  'freeCaller',
  'reader',
  'admin',
  'member',
  'ownerWithMember',
  'oauthUser',
] as const
export type Role = (typeof roles)[number]

/** The fields of each, in a team of its own or in that of another. */
export const roleFields: { [R in Role]: { team: Fields; of?: Role; fields: Fields } } = {
  writer: { team: { plan: 'paid' }, fields: { scope: 'write' } },
  stranger: { team: { plan: 'paid' }, fields: { scope: 'write' } },
  freeCaller: { team: { plan: 'free' }, fields: { owner: true } },
  reader: { team: {}, of: 'writer', fields: { scope: 'read' } },
  admin: { team: {}, of: 'writer', fields: { role: 'admin' } },
  member: { team: {}, of: 'writer', fields: { role: 'member' } },
  ownerWithMember: { team: { plan: 'paid' }, fields: { owner: true } },
  oauthUser: { team: { plan: 'paid' }, fields: { owner: true, password: null } },
}

/** The roles that checks share; each account of another role is used up by one check. */
export const sharedRoles: readonly Role[] = roles.filter((role) => role !== 'ownerWithMember' && role !== 'oauthUser')
/** The roles in the writer's team. */
export const colleagues: readonly Role[] = roles.filter((role) => roleFields[role].of !== undefined)

/** An account, whose team its objects belong to. */
export interface Owner extends Identity {
  role: Role
}
