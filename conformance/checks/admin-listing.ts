/** Document 2.3, 2.4, 3.2 and 4.6: which accounts the listing of scheduled deletions contains, with which dates, on which pages. */

import { defaultLimit, firstPage, largestLimit, largestPage } from '../document/listing-bounds.ts'
import { ifAvailable } from '../records/errors.ts'
import { deletionRequested, firstOf, optional, recipe } from '../records/recipe.ts'
import { acceptedCredentials, account, adminKey, user, writer } from '../records/recipes.ts'
import { daysBeforeEnd, overdueDays } from '../verdict/grace-period.ts'
import { extended, leaves, listed, lists, logsIn, signsUp, wait } from './support/calls.ts'
import { otherPassword } from './support/named-records.ts'
import { given, suite } from './support/scenario.ts'
import { atOnce, each, either, refused } from './support/steps.ts'

/** Their deletion was requested so many days ago; every second one is in a team without a name, if a hook makes these. */
const scheduledSince = (...days: number[]) =>
  recipe(['freeCaller'], async ({ account }) => {
    const leavers = []
    for (const [index, daysAgo] of days.entries()) {
      const team = { name: index % 2 === 0 ? null : `Night shift ${index}` }
      const fields = deletionRequested(daysAgo)
      const named = await ifAvailable(account('freeCaller', { team, fields }))
      leavers.push(named ?? (await account('freeCaller', { fields })))
    }
    return leavers
  })

/** Two members whose deletion was requested: for the one whose 30 days have passed, the hook runs the job that deletes accounts. */
const colleaguesWhoLeft = recipe(['freeCaller'], async ({ shared, account }) => {
  const of = await shared('freeCaller')
  const stays = await ifAvailable(account('member', { of, fields: deletionRequested(14.2) }))
  const fields = deletionRequested(overdueDays)
  const former = await ifAvailable(account('member', { of, fields }))
  return { stays, former: former ?? (await account('freeCaller', { fields })) }
})

const noNumbers = ['page=abc', 'limit=abc', 'page=1.5', 'limit=1.5']
const numbers = '99999 2147483647 2147483648 9223372036854775808 1e400 NaN %00'.split(' ')
const oddNumbers = ['page', 'limit'].flatMap((name) =>
  ['', '1&', `2&${name}=3`, ...numbers].map((value) => `${name}=${value}`),
)
/** Their product is beyond 31 bits, and with a small limit of the target, too. */
const largeOffsets = ['page=30000001&limit=100', 'page=120000001']
const outOfBounds = [
  ...['0', '-1', `${largestPage + 1}`, '', '%2B1', '1e1', '0x1', '1.0', '%201'].map((page) => `page=${page}`),
  ...['0', '-1', `${largestLimit + 1}`, '', '1e1', '10.0'].map((limit) => `limit=${limit}`),
  ...['page=1&page=1', 'limit=1&limit=2'],
]

export const adminListing = suite('Admin listing', adminKey, {
  'ADMIN-01 An account that is scheduled for deletion is listed, with the dates of the response. (4.6a, 2.3a, 2.3b, 3.2b, 4.6d)':
    [leaves('named'), listed('named')],

  'ADMIN-02 An account that is not scheduled for deletion is not listed, nor one whose deletion was refused, nor one that is deleted; each of several at once is. (4.6a, 4.5g, 8a)':
    given(
      {
        stays: user,
        leaver: user,
        beside: user,
        former: optional(account('freeCaller', deletionRequested(overdueDays))),
      },
      ({ stays, leaver, beside, former }) => [
        refused('wrong password', leaves(stays, { password: otherPassword })),
        atOnce(leaves(leaver), leaves(beside)),
        listed(leaver, beside, ...(former ? [former] : [])),
      ],
    ),

  'ADMIN-05 A second request, and others that are refused, leave the scheduled deletion unchanged. (3.2c, 3.2d)': [
    // The account is older than the request.
    wait(1600),
    leaves('freshUser'),
    // A changed date differs only after some time.
    wait(1100),
    refused('deletion already requested', leaves('freshUser')),
    each([leaves, signsUp, logsIn], (calls) => refused(undefined, calls('freshUser', { password: otherPassword }))),
    listed('freshUser'),
    // A log-in may cancel the deletion, or be refused; one that leaves the account listed does not.
    either(logsIn('freshUser')),
    listed('freshUser'),
    either(leaves('freshUser')),
  ],

  'ADMIN-08 Members that do not own the team can delete their accounts, one or several, once. (3.2a, 3.2b, 3.2c, 4.5a, 4.5h, 4.5i, 4.6a)':
    given(
      { reader: account('reader'), other: firstOf(account('admin'), account('reader')), colleague: writer },
      ({ reader, other }) => {
        // A list contains only one.
        const leavers = reader.email === other.email ? [reader] : [reader, other]
        return [
          // A changed date differs only after some time.
          each(leavers, (one) => [leaves(one), wait(1100)]),
          refused('deletion already requested', leaves(reader)),
          listed(...leavers),
        ]
      },
    ),

  'ADMIN-09 OAuth users are listed like other users, with the dates of the response. (4.6a, 2.3a, 3.2b)': [
    leaves('byCode'),
    listed('byCode'),
  ],

  'ADMIN-17 An account whose deletion was requested days ago is listed, and registered until 30 days have passed. (3.2c, 3.2d, 4.1f, 4.6a, 2.3a, 2.3b, 8a)':
    given(
      {
        leavers: scheduledSince(0.1, 13.98, daysBeforeEnd(0.4), daysBeforeEnd(0.01)),
        colleagues: colleaguesWhoLeft,
      },
      ({ leavers, colleagues: { stays } }) => [
        // A job that deletes accounts may run each second.
        wait(1100),
        listed(...leavers),
        each(stays ? [...leavers, stays] : leavers, (one) => [
          refused('deletion already requested', leaves(one)),
          refused('e-mail already registered', signsUp(one)),
        ]),
      ],
    ),

  'ADMIN-16 An unusual address logs in, and is listed unchanged, like an unusual name. (4.2a, 4.6a, 2.3a)': given(
    { tagged: acceptedCredentials, named: acceptedCredentials },
    ({ tagged, named }) => {
      const users = [extended(tagged, "+o'tag_of-Mine"), named]
      const names = ['x'.repeat(100), 'Zoë "Łuk" O\'Neill; <b>明子</b> \u{1f600}']
      return [
        each(users, (one, index) => either(signsUp({ ...one, name: names[index] }), logsIn(one), leaves(one))),
        listed(...users),
      ]
    },
  ),

  'ADMIN-15 The account of the caller is deleted, even if the body names another. (4.5a, 3.2a, 3.2b)': given(
    { leaver: user, other: user },
    ({ leaver, other: { email, teamId } }) => {
      const deletionScheduledAt = '2001-01-01T00:00:00Z'
      // The document leaves open whether unknown properties are refused; an implementation may know one of them.
      const named = [{ email, teamId, deletionScheduledAt }, { email }, { deletionScheduledAt }]
      return [
        each(named, (properties) => either(leaves(leaver, { password: leaver.password, ...properties }))),
        listed(leaver),
      ]
    },
  ),

  'ADMIN-12 The default page and limit can be requested explicitly. (4.6b)': [
    lists(),
    lists({ page: firstPage, limit: defaultLimit }),
  ],

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
