/** The steps that serialize records, with the fields of Document 2 only. */
import type { Steps } from './steps.ts'

export const serialization = {
  formatTime: (date) => date.toISOString(),

  session(user, call) {
    return {
      user: this.user(user, call),
      accessToken: this.issueToken(user, 'access', call),
      refreshToken: this.issueToken(user, 'refresh', call),
    }
  },

  user: ({ id, email, name, teamId, role }) => ({ id, email, ...(name !== undefined && { name }), teamId, role }),

  incident({ startedAt, resolvedAt, serviceId, createdAt, ...fields }) {
    return {
      ...fields,
      startedAt: this.formatTime(startedAt, 'startedAt'),
      resolvedAt: resolvedAt && this.formatTime(resolvedAt, 'resolvedAt'),
      ...(serviceId !== undefined && { serviceId }),
      createdAt: this.formatTime(createdAt, 'createdAt'),
    }
  },

  deletion({ deletion }) {
    return {
      deletionRequestedAt: deletion && this.formatTime(deletion.requestedAt, 'deletionRequestedAt'),
      deletionScheduledAt: deletion && this.formatTime(deletion.scheduledAt, 'deletionScheduledAt'),
    }
  },

  deletionRequest(user) {
    const { id, email, name = null, teamId } = user
    return {
      id,
      email,
      name,
      teamId,
      teamName: this.teams.get(user.teamId)?.name ?? null,
      ...this.deletion(user),
      daysRemaining: this.daysRemaining(user),
      createdAt: this.formatTime(user.createdAt, 'createdAt'),
    }
  },

  listing: (data, pagination) => ({ data, pagination }),

  pagination: ({ page, limit, total }) => ({ page, limit, total }),

  resetResult: (rows) => ({ ok: true, deletedCount: rows.length }),
} satisfies Partial<Steps> & ThisType<Steps>
