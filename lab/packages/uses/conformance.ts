/** Uses of the conformance kit. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, expectOutput, type PackageUses, printsVersionAndHelp } from './use.ts'

export const conformance: PackageUses = {
  peers: [],
  uses: [
    printsVersionAndHelp('monitoring-conformance'),
    {
      title: 'a run: verdict, exit code, reports',
      async run({ run, folder }, { url, hookUrl }) {
        const report = `report-${Math.random()}`
        const flags = ['--hook', hookUrl, '--only', 'LOGIN,INC-01', '--report', report]
        expectOutput(await run('monitoring-conformance', url, ...flags), /is conformant as far as .*\n$/)
        const reports = await readdir(join(folder, report))
        expect(reports.includes('report.html') && reports.includes('report.json'), reports)
        const wrong = await run('monitoring-conformance', url, '--only', 'NOTHING')
        expect(wrong.code === 2, wrong)
      },
    },
  ],
}
