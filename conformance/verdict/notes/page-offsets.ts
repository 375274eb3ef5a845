/** A note on a wrong listing: where its pages begin, if they all begin at the same wrong place. */
import { operations } from '@monitoring-service/contract'
import type { DeletionRequestPage } from '../../client/callers.ts'
import { isAccepted, type Note, operationOf, type RunCall, type RunCalls } from './run-calls.ts'

/** Fewer pages begin at a place by chance. */
const leastPages = 2

interface Page {
  number: number
  limit: number
  /** The place of its first record in the order of all pages, from 0. */
  begin: number
}

const { page: firstPage, limit: defaultLimit } = operations.listDeletionRequests.defaults

const offsets: [text: string, offsetOf: (page: Page) => number][] = [
  [`as if limit were ${defaultLimit}`, ({ number }) => (number - firstPage) * defaultLimit],
  ['as if pages counted from the one before', ({ number, limit }) => (number - firstPage + 1) * limit],
  ['as if pages were one record longer', ({ number, limit }) => (number - firstPage) * (limit + 1)],
  ['as if pages were one record shorter', ({ number, limit }) => (number - firstPage) * (limit - 1)],
  ['one record too early', ({ number, limit }) => (number - firstPage) * limit - 1],
  ['one record too late', ({ number, limit }) => (number - firstPage) * limit + 1],
  ['one record after the page before', ({ number }) => number - firstPage],
  ['at the first record', () => 0],
]

export const describePageOffsets: Note = (call, { expected }, calls) => {
  if (operationOf(call) !== 'listDeletionRequests' || /^(?:the call|the status|error)/.test(expected)) return undefined
  const pages = pagesOf(call, calls).filter(({ number }) => number > firstPage)
  const isWrong = ({ number, limit, begin }: Page) => begin !== (number - firstPage) * limit
  if (pages.length < leastPages || !pages.some(isWrong)) return undefined
  const [found] = offsets.find(([, offsetOf]) => pages.every((page) => page.begin === offsetOf(page))) ?? []
  return found && `each page after the first begins ${found}, by the order with the largest limit`
}

/** The pages of the check whose first record is known by a first page with a larger limit. */
function pagesOf({ run }: RunCall, { all }: RunCalls): Page[] {
  const listed = all
    .filter((one) => one.run === run && operationOf(one) === 'listDeletionRequests' && isAccepted(one.exchange))
    .map(({ exchange }) => exchange.body as Partial<DeletionRequestPage> | undefined)
  const known = listed.flatMap((body) =>
    body?.data && body.pagination ? [{ data: body.data, ...body.pagination }] : [],
  )
  const [first] = known.filter(({ page }) => page === firstPage).sort((one, other) => other.limit - one.limit)
  const order = first?.data.map(({ id }) => id) ?? []
  return known.flatMap(({ data: [record], page: number, limit }) => {
    const begin = order.indexOf(record?.id ?? '')
    return begin < 0 ? [] : [{ number, limit, begin }]
  })
}
