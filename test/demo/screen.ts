/** `npm start` and what its screen says. */
import { expect, vi } from 'vitest'
import { folderOfTest } from '../support/folder-test.ts'
import { commandAt } from '../support/process.ts'

const { run, start } = commandAt('demo/start.ts')

export { run }

export async function startAll(args: string[] = []) {
  const { at } = await folderOfTest()
  const both = await start(['--port', '0', '--mock-port', '0', '--store', `file:${at('store.json')}`, ...args])
  await vi.waitFor(() => expect(both.stdout()).toContain('Ctrl-C'))
  return { ...both, screen: both.stdout() }
}

/** The lines of the screen's section with this label. */
export function below(screen: string, word: string): string[] {
  const [, text = ''] = new RegExp(`^${word} +([^]*?)\n\n`, 'm').exec(screen) ?? []
  return text.split('\n').map((line) => line.trim())
}
