/** Says in words what a request breaks of its schema. */

/** What a validator found, at a place such as `/body/email`. */
export interface Violation {
  path: string
  message: string
}

/** The violations in words, the most telling one first: `body.email must match format "email"`. */
export function formatViolations(violations: Violation[]): string {
  const problems = violations.filter(({ message }) => !/in (?:anyOf|oneOf)$/.test(message)).map(describe)
  // Where the contract takes one thing or another, what is missing from both tells less than what is wrong in one.
  const telling = problems.find((problem) => !/ is (?:required|unknown)$/.test(problem))
  return (
    telling ??
    (problems.length === violations.length ? problems[0] : [...new Set(problems)].join(', or ')) ??
    'the request is not valid'
  )
}

function describe({ path, message }: Violation): string {
  const place =
    path
      .replace(/^\//, '')
      .replaceAll('/', '.')
      .replace(/^params\./, 'path.') || 'body'
  if (/must NOT have additional properties/.test(message)) return `${place} is unknown`
  if (/^must have required property/.test(message)) return `${place} is required`
  return `${place} ${message}`
}
