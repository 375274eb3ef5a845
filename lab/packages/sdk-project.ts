/** A project that has the packed SDK, the consumer of all its entries, and the examples. */
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLinked, type Project } from '../../test/support/packages/install.ts'
import { addConsumer, consumerPeers } from './consumer/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export async function createSdkProject(): Promise<Project> {
  const peers = [...consumerPeers, '@types/react', '@types/react-dom', 'react-dom', 'vite']
  const project = await installLinked('sdk', peers)
  await addConsumer(project.folder)
  const filter = (path: string) => !/\/(?:dist|node_modules)$/.test(path)
  await cp(join(root, 'examples'), join(project.folder, 'examples'), { recursive: true, filter })
  return project
}
