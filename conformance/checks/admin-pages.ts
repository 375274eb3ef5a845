/** Document 2.4 and 4.6: the listing comes in pages. */

import { largestLimit, largestPage } from '../document/listing-bounds.ts'
import { adminKey } from '../records/recipes.ts'
import { lists } from './support/calls.ts'
import { code, suite } from './support/scenario.ts'
import { each, either, refused } from './support/steps.ts'

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const oddNumbers = ['page', 'limit'].flatMap((name) =>
  [
    '0',
    '-1',
    '',
    '99999',
    '2147483647',
    '2147483648',
    '9223372036854775808',
    '1e400',
    '1&',
    'NaN',
    '%00',
    `2&${name}=3`,
  ].map((value) => `${name}=${value}`),
)
/** Their product is beyond 31 bits, and with a small limit of the target, too. */
const largeOffsets = ['page=30000001&limit=100', 'page=120000001']
const outOfBounds = [
  ...['0', '-1', `${largestPage + 1}`, '', '%2B1', '1e1', '0x1', '1.0', '%201'].map((page) => `page=${page}`),
  ...['0', '-1', `${largestLimit + 1}`, '', '1e1', '10.0'].map((limit) => `limit=${limit}`),
  ...['page=1&page=1', 'limit=1&limit=2'],
]

export const adminPages = suite('Admin listing', adminKey, {
  'ADMIN-12 The default page and limit can be requested explicitly. (4.6b)': code(
    { caller: adminKey },
    async ({ caller, expect }) => {
      const { data, pagination } = await expect(caller.listDeletionRequests()).accepted()
      const { page, limit, total } = pagination
      const most = Math.min(limit, Math.max(data.length, total))
      expect.profile(data.length, 'the number of records on the first page').toBe(most)
      const explicit = await expect(caller.listDeletionRequests({ page, limit })).accepted()
      expect.implied(explicit.pagination.page, 'pagination.page').toBe(page)
      expect.implied(explicit.pagination.limit, 'pagination.limit').toBe(limit)
    },
  ),

  'ADMIN-10 A value that is not a number, or out of bounds, is refused; any response has the documented shape. (4.6b, 4.6d, 7a, 7c)':
    [
      each(noNumbers, (query) => refused('invalid query', lists(query))),
      either(each([...oddNumbers, ...largeOffsets], (query) => lists(query))),
      each(outOfBounds, (query) => refused('invalid query', lists(query))),
      lists({ page: largestPage, limit: largestLimit }),
    ],

  'ADMIN-41 Unknown parameters of the listing are refused. (profile, 4.6b)': [
    refused('invalid query', lists('sort=email')),
    refused('invalid query', lists('Page=1')),
  ],
})
