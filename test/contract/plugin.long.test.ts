/** Redocly loads the contract's rules on every Node, also on one that cannot import TypeScript. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { nodes } from '../runtimes/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

describe.each(nodes)('on $name', ({ program }) => {
  test.skipIf(!program)(
    'openapi.yaml obeys them, and they refuse another file',
    async () => {
      const lint = (file: string) =>
        promisify(execFile)(String(program), [join(root, 'node_modules/@redocly/cli/bin/cli.js'), 'lint', file], {
          cwd: root,
          env,
        })
      const { stderr } = await lint('openapi.yaml')
      expect(stderr).toContain('Your API description is valid')
      const error = await lint('contract/released.json').catch((reason) => reason)
      expect(error.stdout).toContain('the rules of this plugin apply to openapi.yaml only')
    },
    30_000,
  )
})
