/** The steps that show records: declared fields only, as Document 2 lists them. */
import type { Store } from './records.ts'
import type { Steps } from './steps.ts'

export function views(the: Steps, store: Store) {
  return {
    time: (date) => date.toISOString(),

    session: (user, call) => ({
      user: the.user(user, call),
      accessToken: the.issue(user, 'access', call),
      refreshToken: the.issue(user, 'refresh', call),
    }),

    user: ({ id, email, name, teamId, role }) => ({ id, email, ...(name !== undefined && { name }), teamId, role }),

    incident: ({ id, monitorId, teamId, type, status, title, startedAt, resolvedAt, cause, serviceId, createdAt }) => ({
      id,
      monitorId,
      teamId,
      type,
      status,
      title,
      startedAt: the.time(startedAt, 'startedAt'),
      resolvedAt: resolvedAt && the.time(resolvedAt, 'resolvedAt'),
      cause,
      ...(serviceId !== undefined && { serviceId }),
      createdAt: the.time(createdAt, 'createdAt'),
    }),

    deletion: ({ deletion }) => ({
      deletionRequestedAt: deletion && the.time(deletion.requestedAt, 'deletionRequestedAt'),
      deletionScheduledAt: deletion && the.time(deletion.scheduledAt, 'deletionScheduledAt'),
    }),

    request: (user) => ({
      id: user.id,
      email: user.email,
      name: user.name ?? null,
      teamId: user.teamId,
      teamName: store.teams.get(user.teamId)?.name ?? null,
      ...the.deletion(user),
      daysRemaining: the.daysRemaining(user),
      createdAt: the.time(user.createdAt, 'createdAt'),
    }),

    listing: (data, pagination) => ({ data, pagination }),

    pagination: (page, limit, total) => ({ page, limit, total }),

    reset: (rows) => ({ ok: true, deletedCount: rows.length }),
  } satisfies Partial<Steps>
}
