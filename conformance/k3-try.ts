import { tryOut } from './commands/self-test.ts'
import { faults } from './self-test/faults/index.ts'
import { variants } from './self-test/variants/index.ts'

const names = process.argv.slice(2)
const all: any[] = names.length
  ? [...variants.map((variant) => ({ variant })), ...faults.map((fault) => ({ fault }))].filter((o: any) =>
      names.includes((o.fault ?? o.variant).id),
    )
  : [{}]
let i = 0
await Promise.all(
  [0, 1, 2].map(async () => {
    while (i < all.length) {
      const o = all[i++]
      const t = performance.now()
      try {
        const r = await tryOut(o, process.env.ONLY ? [o.fault.sentence, ...process.env.ONLY.split(',')] : [])
        const bad = r.result.checks.filter(
          (c: any) =>
            !['pass', 'inapplicable'].includes(c.outcome.documented) ||
            !['pass', 'inapplicable'].includes(c.outcome.profile),
        )
        console.log(
          `${r.id}: ${Math.round(performance.now() - t)} ms, D ${r.failed.documented.slice(0, 8).join(' ') || '-'} | P ${r.failed.profile.slice(0, 6).join(' ') || '-'} | unv ${bad
            .filter((c: any) => ['unverified', 'error'].includes(c.outcome.documented))
            .map((c: any) => c.id + ': ' + c.reason)
            .slice(0, 3)
            .join('; ')}`,
        )
        if (!o.fault)
          for (const c of bad.filter((c: any) => !o.variant || c.outcome.documented === 'fail').slice(0, 25))
            console.log('   ', c.id, JSON.stringify(c.outcome), JSON.stringify(c.findings?.slice(0, 2)), c.reason ?? '')
      } catch (e: any) {
        console.log((o.fault ?? o.variant ?? {}).id, 'THROWN', e.stack?.slice(0, 300))
      }
    }
  }),
)
process.exit(0)
