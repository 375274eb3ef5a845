/** The stylesheet of the HTML report, in addition to the base style of all pages. */
import { outcomes } from '../verdict/verdict.ts'

export const style = `
* { box-sizing: border-box }
body { max-width: 68rem; padding: 2rem 1.25rem 6rem }
h1 { font-size: 1.9rem; line-height: 1.2; margin: .2em 0 .5em; overflow-wrap: anywhere } h2 { margin: 2.5em 0 .7em } h3 { margin: 1.6em 0 .5em }
.kit, small, .needs { color: var(--faint); font-size: .875rem }
strong.conformant, .outcome.pass { color: var(--of-2) } strong.partial, .outcome.warn { color: var(--of-4) }
strong.not-conformant, .outcome.fail, .outcome.error { color: var(--of-5) }
.outcome.unverified, .outcome.missing, .outcome.inapplicable, strong:is(.error, .nothing-seen) { color: var(--faint) }
table { width: 100%; border-collapse: collapse; font-size: .94rem } th { text-align: left }
td, th { padding: .35rem .6rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
thead th { position: sticky; top: 0; background: var(--back); color: var(--faint); font-weight: 500 }
td:first-child { color: var(--faint); white-space: nowrap } td.outcome { font-weight: 600; white-space: nowrap }
.requirements td:last-child { max-width: 16rem; font-size: .8rem } a { color: inherit }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .4rem 0; padding: .45rem .8rem } details[open] { padding-bottom: 1rem }
summary { cursor: pointer } summary .outcome { display: inline-block; width: 9.5rem; font-size: .8rem; font-weight: 600 } summary small { font-weight: 400 }
pre { background: var(--raised); border-radius: .4rem; padding: .6rem .8rem; margin: .3rem 0; font-size: .8rem;
  white-space: pre-wrap; overflow-wrap: anywhere }
.common { white-space: pre-wrap; overflow-wrap: anywhere } :is(.common, td) a { white-space: nowrap }
.filter { border: 0; padding: 0; margin: 0 0 1rem } .filter label { margin-right: 1rem; white-space: nowrap }
${outcomes.map((one) => `body:has(#show-${one}:checked) section.checks > details:not(.of-${one})`).join(', ')} { display: none }
@media (max-width: 40rem) {
  .requirements tr { display: grid; grid-template-columns: 2.6rem repeat(3, 1fr); border-bottom: 1px solid var(--line) }
  .requirements :is(td, th) { border: 0; padding-right: 0; font-size: .85rem; overflow-wrap: anywhere } .requirements :is(td, th):is(:nth-child(2), :last-child) { grid-column: 2 / -1; max-width: none }
  .requirements :is(td, th):nth-child(3) { grid-column: 2 } summary .outcome { width: auto; margin-right: .6rem } }
`
