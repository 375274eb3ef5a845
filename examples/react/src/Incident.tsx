/** One incident, and a button that resolves it. */
import { ApiError } from '@monitoring-service/sdk/operations'
import { resolveIncidentMutation } from '@monitoring-service/sdk/react-query'
import { useMutation } from '@tanstack/react-query'
import { formatFailure } from './failure-message.ts'
import type { Client } from './service.ts'

export function Incident({ client, id, title }: { client: Client; id: string; title: string }) {
  const { mutate, isPending, data, error } = useMutation(resolveIncidentMutation({ client }))
  const isOver = data !== undefined || (error instanceof ApiError && error.code === 'INCIDENT_ALREADY_RESOLVED')
  return (
    <li>
      <strong>{title}</strong>
      <span role="status">
        {data && `Resolved at ${data.incident.resolvedAt}.`}
        {formatFailure(error)}
      </span>
      {!isOver && (
        <button
          type="button"
          aria-label={`Resolve: ${title}`}
          disabled={isPending}
          onClick={() => mutate({ path: { id } })}
        >
          Resolve
        </button>
      )}
    </li>
  )
}
