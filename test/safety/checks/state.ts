/** E. State and concurrency, on every store. */
import { check, type Part } from './check.ts'

export const state: Part = {
  56: check('Of fifty who resolve one incident one succeeds, for good.', {
    'safety/state/races': ['of fifty who resolve one incident at once one succeeds'],
    'store/instances': ['of 50 who resolve one incident exactly one succeeds'],
  }),
  57: check('Who resolves and who deletes at once end in an order that explains every answer.', {
    'safety/state/races': ['of twenty-five who resolve and twenty-five who delete one incident'],
    'server/incidents': ['and resolving at once, twenty-five times each, ends in an order that explains every answer'],
  }),
  58: check('Of twenty sign-ups with one address one makes a user and a team.', {
    'safety/state/races': ['of twenty who sign up at once with one address, in any case, one succeeds'],
    'store/instances': ['of 20 sign-ups for one address, in any case, one succeeds'],
  }),
  59: check('Of twenty who schedule one deletion one succeeds, by one look at the clock, across any change of it.', {
    'safety/state/races': ['of twenty who schedule the deletion of one account at once one succeeds'],
    'server/rules': ['in %s at %s is scheduled exactly 30 x 86,400,000 ms later'],
  }),
  60: check(
    'An owner does not leave a team that somebody joins; a collision is tried again, and then a 503.',
    {
      'safety/state/races': ['an owner who leaves while an operator lets somebody join was first, or is refused'],
      'store/suite/joining': ['an owner whose deletion is scheduled while somebody joins was first, or is refused'],
      'store/instances': ['an owner cannot leave a team that somebody has joined, even in the same moment'],
      'store/calls': ['a call that collides again and again is refused as unavailable'],
    },
    'Who collides in every one of a row of tries is made up inside of the process.',
  ),
  61: check('The numbers of resets at once add up to the rows that there were.', {
    'safety/state/races': ['the numbers of twenty resets at once add up to the rows that there were'],
    'store/instances': ['the numbers of all resets at the same moment add up to the rows there were'],
  }),
  62: check(
    'Whoever lost an answer and asks again learns that it is done.',
    {
      'safety/state/retries': ['whoever lost an answer and asks again is told that it is done already'],
      'sdk/retries': ['by POST is never repeated after %s', 'by %s says so when it is then refused with %s'],
    },
    'The SDK repeats a PUT, which is idempotent, and then says that it may have been applied.',
  ),
  63: check('A hundred logins hold nobody up; those beyond the queue are told to come again.', {
    'safety/connections': ['A hundred who log in at once hold nobody up'],
    'server/attempts': ['A try for which there was no room to compare is not counted'],
  }),
}
