/** `node test/contract/drills.ts` prints the tables of both drills: the rule that rejects a change, and its rating. */
import { cases as changes } from './diff/cases.ts'
import { cases as mutations } from './lint/cases.ts'

for (const { rule, when, messages } of mutations) console.log(`${rule.padEnd(10)} | ${when} | ${messages.join(' | ')}`)
for (const { bump, what } of changes) console.log(`${bump} | ${what}`)
console.log(`${mutations.length} mutations are rejected, ${changes.length} changes are rated`)
