/** Runs programs of the machine. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** @throws Error with the last lines of what the program printed. */
export async function run(program: string, args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  try {
    const { stdout } = await execute(program, args, { env, maxBuffer: 2 ** 26 })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & { stdout?: string; stderr?: string }
    const lines = `${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n')
    throw new Error(`${message.split('\n', 1)[0]?.slice(0, 200)}\n${lines}`)
  }
}

/** @param program a program, or a program and its subcommand. */
export function has(program: string): boolean {
  const found = program.includes(' ') ? `${program} version` : `command -v ${program}`
  return spawnSync('sh', ['-c', found], { stdio: 'ignore' }).status === 0
}
