/** The mocks that `mock-wishes` tries, as commands for a contract's file. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from '../child-server.ts'

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))
const prism = join(
  dirname(createRequire(import.meta.url).resolve('@stoplight/prism-cli/package.json')),
  'dist/index.js',
)

export const commands = {
  ours: (file) => (port) => [pathOf('../../../mock/main.ts'), '--port', `${port}`, '--contract', file],
  'ours --stateful': (file) => (port) => [
    pathOf('../../../mock/main.ts'),
    ...['--stateful', '--port', `${port}`, '--contract', file],
  ],
  Prism: (file) => (port) => [prism, 'mock', file, '-p', `${port}`, '-v', 'silent'],
  'openapi-backend': (file) => (port) => [pathOf('./openapi-backend.ts'), `${port}`, file],
  'MSW and @msw/source': () => (port) => [pathOf('./msw-source.ts'), `${port}`],
} satisfies Record<string, (file: string) => Command>
