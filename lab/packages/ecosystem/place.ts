/** The packages of this folder, which are installed when `npm run packages` first needs them. */
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPlace } from '../../../build/place.ts'
import { MissingError } from '../uses/use.ts'

const execute = promisify(execFile)

/** Returns the folder. */
export const installEcosystem = () => installPlace('lab/packages/ecosystem')

/** Imports a package. Its types are unknown, because `tsc` runs without these packages. */
export function load<Module>(name: string): Promise<Module> {
  installEcosystem()
  return import(name)
}

/**
 * Finds the program in a package for this platform, since no install script runs that would link it.
 * @throws MissingError if there is none
 */
export function findProgram(pattern: string): string {
  const [found] = globSync(join(installEcosystem(), 'node_modules', pattern)).sort()
  if (!found) throw new MissingError(`no package for this platform has ${pattern}`)
  return found
}

/** Runs a program in a folder and returns what it prints; rejects with all of its output if it fails. */
export async function run(folder: string, program: string, args: string[], env: object = {}): Promise<string> {
  // Building with Vite sets NODE_ENV in this process; npm would then install no devDependencies.
  const inherited = { ...process.env, NODE_ENV: undefined }
  const options = { cwd: folder, env: { ...inherited, NO_COLOR: '1', ...env }, maxBuffer: 2 ** 26 }
  const { stdout } = await execute(program, args, options).catch(({ message, stdout }) => {
    throw new Error(`${message}\n${stdout}`)
  })
  return stdout
}
