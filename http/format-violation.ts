/** Formats schema violations of a request as a message. */

/** A validator's error at a path such as `/body/email`. */
export interface Violation {
  path: string
  message: string
}

/** The most specific violation, such as `body.email must match format "email"`. */
export function formatViolations(violations: Violation[]): string {
  const messages = violations.filter(({ message }) => !/in (?:anyOf|oneOf)$/.test(message)).map(formatViolation)
  const hasAlternatives = messages.length < violations.length
  // For alternatives, a wrong value in one says more than missing properties of both.
  const specific = messages.find((message) => !/ is (?:required|unknown)$/.test(message))
  return (
    specific ?? (hasAlternatives ? [...new Set(messages)].join(', or ') : messages[0]) ?? 'the request is not valid'
  )
}

function formatViolation({ path, message }: Violation): string {
  const location =
    path
      .replace(/^\//, '')
      .replaceAll('/', '.')
      .replace(/^params\./, 'path.') || 'body'
  if (/must NOT have additional properties/.test(message)) return `${location} is unknown`
  if (/^must have required property/.test(message)) return `${location} is required`
  return `${location} ${message}`
}
