/** The entry with Valibot schemas of the rules in the service document, and a validator of responses made of them. */
import type { BaseIssue } from 'valibot'
import { responses } from './generated/responses.gen.ts'
import type { Validate } from './runtime/options.ts'

export * from './generated/valibot.gen.ts'

/**
 * Validates the data of every success when passed to `createMonitoring({ validate })`: a call whose data violates the
 * contract rejects with a `ResponseError`. Accepts unknown fields, roles, types and statuses, and any offset in
 * timestamps. Rules that `openapi.yaml` adds to the service document (`x-decided`) are not checked.
 *
 * @returns A description of the violation, without any value of the data, or undefined.
 */
export const validate: Validate = ({ method, path }, data) => {
  const schema = responses[`${method} ${path}` as keyof typeof responses]
  // Not by safeParse and getDotPath, which are larger.
  const result = schema?.['~standard'].validate(data) as { issues?: BaseIssue<unknown>[] } | undefined
  const issue = result?.issues?.[0]
  return issue && `${issue.path?.map(({ key }) => key).join('.') ?? 'body'} must be ${issue.expected ?? issue.type}`
}
