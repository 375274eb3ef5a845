/** Valibot schemas of what the service document states, and the judge of answers that is made of them. */
import { getDotPath, safeParse } from 'valibot'
import { responses } from './generated/responses.gen.ts'
import type { Validate } from './runtime/response.ts'

export * from './generated/valibot.gen.ts'

/**
 * Judges the data of every success when given to `createMonitoring({ validate })`: a call whose data breaks the
 * contract rejects with a `ResponseError`. Takes more fields, roles, types and statuses than are known, and any offset
 * in timestamps; what was merely decided in `openapi.yaml` is not asked for.
 *
 * @returns What is wrong, without any value of the data, or undefined.
 */
export const validate: Validate = ({ method, url }, data) => {
  const schema = responses[`${method} ${url}` as keyof typeof responses]
  const issue = schema && safeParse(schema, data).issues?.[0]
  return issue && `${getDotPath(issue) ?? 'body'} must be ${issue.expected ?? issue.type}`
}
