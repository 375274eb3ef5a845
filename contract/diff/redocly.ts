/** Lists the changes between two versions of the contract, as `redocly diff` finds and rates them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

export const impacts = ['patch', 'minor', 'major'] as const
export type Impact = (typeof impacts)[number]

interface Side {
  pointer: string
  value?: unknown
}

export interface Change {
  /** The kind of the changed element, such as Operation or Schema. */
  typeName: string
  kind: 'added' | 'removed' | 'modified'
  impact: Impact
  verdicts: { message: string }[]
  /** The changed keyword of a modified element. */
  property?: string
  base?: Side
  revision?: Side
}

const config = fileURLToPath(new URL('redocly.yaml', import.meta.url))

/** @throws Error if a file cannot be read or is no OpenAPI document. */
export async function listChanges(base: string, revision: string): Promise<Change[]> {
  const args = ['diff', base, revision, '--config', config, '--format', 'json', '--fail-on', 'none']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  try {
    // The program of package.json's `node_modules/.bin`, which npm scripts and tests have on their PATH.
    const { stdout } = await promisify(execFile)('redocly', args, {
      env,
      maxBuffer: 1e8,
      shell: process.platform === 'win32',
    })
    return JSON.parse(stdout).changes
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string }
    const [reason = message] = stderr.split('\n').filter((line) => line.trim() !== '')
    throw new Error(`redocly diff failed: ${reason.trim()}`)
  }
}
