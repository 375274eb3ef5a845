/** The thread that generates response bodies. */
import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { readContract } from '@monitoring-service/contract/files'
import { expect, onTestFinished, vi } from 'vitest'
import { createBodyGenerator } from '../../mock/body-generator.ts'
import { it } from '../support/folder-test.ts'

it('prints why its thread cannot load, fails the waiting tasks, and starts another one for the next', async ({
  folder,
}) => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => print.mockRestore())
  const file = folder.at('worker.mjs')
  writeFileSync(file, "throw new Error('a module is missing')")
  const generator = createBodyGenerator(readContract(), pathToFileURL(file))
  onTestFinished(generator.close)
  const generate = () => generator.generate('login', 200, false)
  const results = await Promise.allSettled([generate(), generate()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(print.mock.calls).toEqual([[expect.objectContaining({ message: 'a module is missing' })]])
  writeFileSync(file, "export default () => 'a body'")
  expect(await generate()).toBe('a body')
})

it('ends its thread after each task, once it is retired', async ({ folder }) => {
  const file = folder.at('worker.mjs')
  writeFileSync(file, "import { threadId } from 'node:worker_threads'; export default () => threadId")
  const generator = createBodyGenerator(readContract(), pathToFileURL(file))
  onTestFinished(generator.close)
  const generate = () => generator.generate('login', 200, false)
  const first = await generate()
  expect(await generate()).toBe(first)
  generator.retire()
  const second = await generate()
  expect(second).not.toBe(first)
  expect(await generate()).not.toBe(second)
})
