/** Values and responses as short texts, which checks use to say what a value was derived from. */
import type { Exchange } from '../client/exchange.ts'
import { type ResponseSummary, summaryOf } from './finding.ts'

const longest = 300

/** A value as JSON, truncated if it is long. */
export function formatValue(value: unknown): string {
  if (value === undefined) return 'absent'
  return truncate(JSON.stringify(value), longest, typeof value === 'string' ? value : undefined)
}

/**
 * The first characters of a text that is too long, and how long it is.
 * @param whole the text that is counted, if not the same.
 */
export function truncate(text: string, length: number, whole = text): string {
  return text.length > length ? `${text.slice(0, length)}… (${[...whole].length} characters)` : text
}

export function formatSummary({ message, ...rest }: ResponseSummary): string {
  const text = [rest.status, rest.code].filter((part) => part !== undefined).join(' ')
  return message === undefined ? text : `${text}${rest.code === undefined ? '' : ':'} ${message}`
}

export function summarizeResponse(exchange: Exchange): string {
  return formatSummary(summaryOf(exchange))
}

export function statusAndCode(exchange: Exchange): string {
  const { message: _, ...summary } = summaryOf(exchange)
  return formatSummary(summary)
}

/** The same as the summary, but the message without what differs between requests: address, password, numbers and ids. */
export function summarizeForm(exchange: Exchange, email: string): string {
  const [, password = ''] = /"password":"([^"\\]+)"/.exec(exchange.request.body ?? '') ?? []
  const { message, ...rest } = summaryOf(exchange)
  if (message === undefined) return formatSummary(rest)
  const form = withoutText(withoutText(message, email, 'EMAIL'), password, 'PASSWORD')
  const general = form.replace(/\b(?=\w*\d)[\w-]{16,}/g, 'ID').replace(/\d+/g, 'NUMBER')
  return formatSummary({ ...rest, message: general })
}

/** A short text is left, since it may stand in any message by chance. */
function withoutText(message: string, text: string, name: string): string {
  return text.length < 6 ? message : message.replaceAll(text, name)
}
