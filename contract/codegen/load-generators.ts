/** Installs the code generators of other authors if needed, and loads them. */
import { installPlace } from '../../build/place.ts'

export async function loadGenerators() {
  installPlace('contract/codegen/generators')
  return import('./generators/index.ts')
}
