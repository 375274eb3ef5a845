/** Converts records to the contract's public objects, field by field; records reach callers only through here. */
import type { components } from '@monitoring-service/contract/types'
import type { Incident, User } from '../store/records.ts'
import type { Member } from '../store/store.ts'
import { daysUntil } from './rules.ts'

type Schemas = components['schemas']

/** Document 2.1. */
export function publicUser({ id, email, name, teamId, role }: User): Schemas['User'] {
  return { id, email, ...(name !== undefined && { name }), teamId, role }
}

/** Document 2.2. */
export function publicIncident(incident: Incident): Schemas['Incident'] {
  const { id, monitorId, teamId, type, status, title, startedAt, resolvedAt, cause, serviceId, createdAt } = incident
  const required = { id, monitorId, teamId, type, status, title, startedAt, resolvedAt, cause, createdAt }
  return serviceId === undefined ? required : { ...required, serviceId }
}

/** Document 2.3. */
export function publicDeletionRequest({ user, team }: Member, now: Date): Schemas['DeletionRequest'] {
  return {
    id: user.id,
    email: user.email,
    name: user.name ?? null,
    teamId: team.id,
    teamName: team.name,
    ...publicDeletion(user),
    daysRemaining: daysUntil(publicDeletion(user).deletionScheduledAt, now),
    createdAt: user.createdAt,
  }
}

/** Document 4.5. */
export function publicDeletion({ id, deletionRequestedAt, deletionScheduledAt }: User): Schemas['AccountDeletion'] {
  if (deletionRequestedAt === null || deletionScheduledAt === null) throw new Error(`user ${id} is not being deleted`)
  return { deletionRequestedAt, deletionScheduledAt }
}
