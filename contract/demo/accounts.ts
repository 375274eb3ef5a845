/** Who can log in with the demo data, as `npm start`, `npm run sandbox` and the API reference show it. */
import { demo } from './credentials.ts'

/** E-mail, and what the account is good for. */
export const accounts = [
  ['owner@acme.example', 'owns a team on the Pro plan; may do everything, but not leave'],
  ['admin@acme.example', 'may resolve and delete incidents, and reset statistics'],
  ['member@acme.example', 'the same, and may leave: schedule the deletion of the account'],
  ['viewer@acme.example', 'read scope only: incidents are refused, statistics are not'],
  ['owner@solo.example', 'owns a team on the free plan: statistics need an upgrade'],
  ['owner@globex.example', 'is in another team: nothing of Acme is found'],
  ['leaving@globex.example', 'has a deletion scheduled already'],
] as const

/** The body of a request that logs in. */
export const login = JSON.stringify({ email: accounts[0][0], password: demo.password })

/** The lines of a screen that tell of the accounts. */
export function formatAccounts(faint: (text: string) => string): string[] {
  const width = Math.max(...accounts.map(([email]) => email.length))
  return [
    `Log in    ${faint(`all passwords are ${demo.password}`)}`,
    ...accounts.map(([email, use]) => `          ${email.padEnd(width)}  ${faint(use)}`),
  ]
}
