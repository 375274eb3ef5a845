/** Uses of the conformance kit. */
import { expect, expectOutput, type PackageUses, printsVersionAndHelp } from './use.ts'

export const conformance: PackageUses = {
  peers: [],
  uses: [
    printsVersionAndHelp('monitoring-conformance'),
    {
      title: 'a run: verdict, exit code, reports',
      async run({ run, script }, { url, hookUrl }) {
        const report = `report-${Math.random()}`
        const flags = ['--hook', hookUrl, '--only', 'LOGIN,INC', '--report', report]
        expectOutput(await run('monitoring-conformance', url, ...flags), /is conformant as far as .*\n$/)
        const reports = await script(
          `import { readdirSync } from 'node:fs'; console.log(readdirSync('${report}').join())`,
        )
        expectOutput(reports, /report\.html.*report\.json/)
        const wrong = await run('monitoring-conformance', url, '--only', 'NOTHING')
        expect(wrong.code === 2, wrong)
      },
    },
  ],
}
