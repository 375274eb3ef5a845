/** The commands that `npm start` prints, as a reader pastes them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { below, startAll } from './screen.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('`npm start` prints three commands that work in a shell in the root folder, and the URL of the metrics with --ops-port', async () => {
  const { screen } = await startAll(['--ops-port', '0'])
  const [metrics = ''] = below(screen, 'Watch').map((line) => line.split(' ', 1)[0] ?? '')
  expect(await (await fetch(metrics)).text()).toContain('monitoring_http_connections 0')
  const lines = below(screen, 'Paste')
  expect(lines.map((line) => /\b(?:curl|example|conformance)\b/.exec(line)?.[0])).toEqual([
    'curl',
    'example',
    'conformance',
  ])
  const paste = async (line: string) => (await promisify(execFile)('sh', ['-c', line], { cwd: root })).stdout
  const [curl = '', example = '', kit = ''] = lines
  expect(JSON.parse(await paste(curl)).accessToken).toMatch(/^eyJ/)
  expect(await paste(example)).toMatch(/^01J0000000000001NC1DENT004 {2}resolved at /)
  // Some checks show that the command works; the whole run is a test of the kit.
  expect(await paste(`${kit} --only INC-01,ADMIN-01`)).toMatch(/\bconformant\b/)
}, 120_000)
