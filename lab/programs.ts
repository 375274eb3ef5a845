/** Programs of the machine and of packages: whether one is there, and what it prints. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Something that a command needs is not on this machine. */
export class MissingError extends Error {}

interface Options {
  cwd?: string
  /** Variables beside those of this process. */
  env?: NodeJS.ProcessEnv
  /** Exit code 1 is a result, as it is for tools that report findings. */
  mayFind?: boolean
  /** In milliseconds. */
  timeout?: number
}

type Failure = Error & { code?: number | string; stdout?: string; stderr?: string }

/**
 * @returns what it printed.
 * @throws MissingError if there is no such program; Error with the last lines of its output if it fails.
 */
export async function run(program: string, args: string[], options: Options = {}): Promise<string> {
  const { mayFind, env, ...others } = options
  const running = execute(program, args, {
    ...others,
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 2 ** 28,
  })
  running.child.stdin?.end()
  try {
    return (await running).stdout.trim()
  } catch (error) {
    const { code, message, stdout = '', stderr = '' } = error as Failure
    if (code === 'ENOENT') throw new MissingError(`${program}: not found`)
    if (code === 1 && mayFind) return stdout.trim()
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-20).join('\n')
    throw new Error(`${message.split('\n', 1)[0]?.slice(0, 200)}\n${lines}`)
  }
}

/** @param program a program, or a command that shows that it is there. */
export function has(program: string): boolean {
  const probe = program.includes(' ') ? program : `command -v ${program}`
  return spawnSync('sh', ['-c', probe], { stdio: 'ignore' }).status === 0
}
