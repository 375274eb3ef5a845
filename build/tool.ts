/** `node build/tool.ts COMMAND [ARGUMENT]...`: runs a command of the packages in build/tools/. */
import { join } from 'node:path'
import { installPlace } from './place.ts'
import { runScript } from './run-script.ts'

/** @throws Error if the command fails. */
export function runTool(command: string, ...args: string[]): void {
  const program = join(installPlace('build/tools'), 'node_modules/.bin', command)
  runScript(program, args, { stdio: 'inherit' })
}

if (import.meta.main) {
  try {
    runTool(process.argv[2] ?? '', ...process.argv.slice(3))
  } catch (error) {
    process.exitCode = (error as { status?: number }).status ?? 1
  }
}
