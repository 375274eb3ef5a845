/** A mock whose contract file is watched, and Vitest's `it` with it as a fixture. */
import { readFileSync, writeFileSync } from 'node:fs'
import { contractFile } from '@monitoring-service/contract/files'
import { createMock } from '@monitoring-service/mock'
import { expect, vi } from 'vitest'
import { withDocument } from '../../mock/contract-file/load.ts'
import { watchTextFile } from '../../mock/watch-file.ts'
import { it as base } from '../support/folder-test.ts'
import { sendUsual } from './send.ts'

export const original = readFileSync(contractFile, 'utf8')
/** The contract with another name for the user who logs in. */
export const renamed = (name: string) => original.replaceAll('name: Olivia Owner', `name: ${name}`)

async function watchIn(at: (name: string) => string) {
  const [file, reported]: [string, string[]] = [at('contract.yaml'), []]
  writeFileSync(file, original)
  const mock = await createMock({ contract: file })
  const watch = (path = file, lines = reported) => {
    const use = (text: string) => withDocument(text, path, mock.use)
    return watchTextFile({ file: path, text: original, kind: 'contract', use }, (line) => lines.push(line))
  }
  return {
    file,
    at,
    mock,
    reported,
    watch,
    watcher: watch(),
    accepted: `${file} has changed; the new contract is used`,
    servedName: async () => (await sendUsual(mock.url, 'login')).body.user?.name,
    waitForLines: (count: number) => waitForLines(reported, count),
  }
}

/** A mock of a contract file in a folder of its own, and a watcher that has just started. */
export const it = base.extend<{ subject: Awaited<ReturnType<typeof watchIn>> }>({
  subject: async ({ folder }, use) => {
    const subject = await watchIn(folder.at)
    await use(subject)
    await subject.watcher.close()
    await subject.mock.close(0)
  },
})

export const waitForLines = (lines: string[], count: number) =>
  vi.waitFor(() => expect(lines.length, lines.join('\n')).toBeGreaterThanOrEqual(count), { timeout: 10_000 })
