/** The packages of this folder, which are installed when `npm run packages` first needs them. */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { installPlace } from '../../../build/place.ts'
import { MissingError } from '../../programs.ts'

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
