/** The accounts of the demo data: e-mail address and description, which continues "Calls as EMAIL, who …". */
export const accounts = [
  ['owner@acme.example', 'owns a team on the Pro plan and can do everything except leave'],
  ['admin@acme.example', 'can resolve and delete incidents, and reset statistics'],
  ['member@acme.example', 'can do what an admin can, and schedule the deletion of the account'],
  ['viewer@acme.example', 'has the read scope only: can reset statistics, but not change incidents'],
  ['owner@solo.example', 'owns a team on the free plan: statistics require an upgrade'],
  ['owner@globex.example', 'belongs to another team and finds nothing of Acme'],
  ['leaving@globex.example', 'has already scheduled the deletion of the account'],
] as const
