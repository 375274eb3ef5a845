/** The steps that serialize records, with the fields of Document 2 only. */
import type { Store } from './memory-store.ts'
import type { Steps } from './steps.ts'

export function serializationSteps(steps: Steps, store: Store) {
  return {
    formatTime: (date) => date.toISOString(),

    session: (user, call) => ({
      user: steps.user(user, call),
      accessToken: steps.issueToken(user, 'access', call),
      refreshToken: steps.issueToken(user, 'refresh', call),
    }),

    user: ({ id, email, name, teamId, role }) => ({ id, email, ...(name !== undefined && { name }), teamId, role }),

    incident: ({ id, monitorId, teamId, type, status, title, startedAt, resolvedAt, cause, serviceId, createdAt }) => ({
      id,
      monitorId,
      teamId,
      type,
      status,
      title,
      startedAt: steps.formatTime(startedAt, 'startedAt'),
      resolvedAt: resolvedAt && steps.formatTime(resolvedAt, 'resolvedAt'),
      cause,
      ...(serviceId !== undefined && { serviceId }),
      createdAt: steps.formatTime(createdAt, 'createdAt'),
    }),

    deletion: ({ deletion }) => ({
      deletionRequestedAt: deletion && steps.formatTime(deletion.requestedAt, 'deletionRequestedAt'),
      deletionScheduledAt: deletion && steps.formatTime(deletion.scheduledAt, 'deletionScheduledAt'),
    }),

    deletionRequest: (user) => ({
      id: user.id,
      email: user.email,
      name: user.name ?? null,
      teamId: user.teamId,
      teamName: store.teams.get(user.teamId)?.name ?? null,
      ...steps.deletion(user),
      daysRemaining: steps.daysRemaining(user),
      createdAt: steps.formatTime(user.createdAt, 'createdAt'),
    }),

    listing: (data, pagination) => ({ data, pagination }),

    pagination: (page, limit, total) => ({ page, limit, total }),

    resetResult: (rows) => ({ ok: true, deletedCount: rows.length }),
  } satisfies Partial<Steps>
}
