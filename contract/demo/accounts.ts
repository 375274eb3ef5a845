/** The accounts of the demo data, as `npm start`, `npm run sandbox` and the API reference list them. */
import { demo } from '@monitoring-service/contract'

/** E-mail address and description, which continues "Calls as EMAIL, who …" in the API reference. */
export const accounts = [
  ['owner@acme.example', 'owns a team on the Pro plan and can do everything except leave'],
  ['admin@acme.example', 'can resolve and delete incidents, and reset statistics'],
  ['member@acme.example', 'can also schedule the deletion of the account, besides all that an admin can do'],
  ['viewer@acme.example', 'has the read scope only: can reset statistics, but not change incidents'],
  ['owner@solo.example', 'owns a team on the free plan: statistics require an upgrade'],
  ['owner@globex.example', 'belongs to another team and finds nothing of Acme'],
  ['leaving@globex.example', 'has already scheduled the deletion of the account'],
] as const

/** The body of a login request. */
export const login = JSON.stringify({ email: accounts[0][0], password: demo.password })

/** The accounts as lines for a terminal. */
export function formatAccounts(dim: (text: string) => string): string[] {
  const width = Math.max(...accounts.map(([email]) => email.length))
  return [
    `Log in    ${dim(`the password of every account is ${demo.password}`)}`,
    ...accounts.map(([email, description]) => `          ${email.padEnd(width)}  ${dim(description)}`),
  ]
}
