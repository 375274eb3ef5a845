/** Vitest's `it` with the fixture `folder`, a temporary folder that is removed after the test. */
import { test } from 'vitest'
import { type Folder, makeFolder } from './folder.ts'

export const it = test.extend<{ folder: Folder }>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest requires a destructured parameter.
  folder: async ({}, use) => {
    const folder = await makeFolder()
    await use(folder)
    await folder.remove()
  },
})
