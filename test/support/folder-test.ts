/** Temporary folders that are removed after the test: as a fixture of Vitest's `it`, or made by the test. */
import { onTestFinished, test } from 'vitest'
import { type Folder, makeFolder } from './folder.ts'

export const it = test.extend<{ folder: Folder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructured parameter.
  folder: async ({}, use) => {
    const folder = await makeFolder()
    await use(folder)
    await folder.remove()
  },
})

export async function folderOfTest(): Promise<Folder> {
  const folder = await makeFolder()
  onTestFinished(folder.remove)
  return folder
}
