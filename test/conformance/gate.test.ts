/** The gate of exploring: sequences run side by side, but none while another reads the listing. */
import { expect, test } from 'vitest'
import { createGate } from '../../conformance/explore/gate.ts'

/** A step that ends on request, and writes down its beginning and its end. */
function createTurns() {
  const log: string[] = []
  const ends: Record<string, () => void> = {}
  const step = (name: string) => async () => {
    log.push(`${name} begins`)
    await new Promise<void>((resolve) => {
      ends[name] = resolve
    })
    log.push(`${name} ends`)
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return { log, step, settle, end: async (name: string) => settle().then(ends[name]).then(settle) }
}

test('A step that runs alone waits for those in progress, and later ones wait for it', async () => {
  const gate = createGate()
  const { log, step, end, settle } = createTurns()
  const passes = [gate.pass(false, step('a')), gate.pass(false, step('b')), gate.pass(true, step('list'))]
  passes.push(gate.pass(false, step('c')), gate.pass(true, step('another list')))
  await settle()
  expect(log.splice(0)).toEqual(['a begins', 'b begins'])
  await end('b')
  await end('a')
  expect(log.splice(0)).toEqual(['b ends', 'a ends', 'list begins'])
  await end('list')
  expect(log.splice(0)).toEqual(['list ends', 'c begins'])
  await end('c')
  await end('another list')
  expect(log).toEqual(['c ends', 'another list begins', 'another list ends'])
  await Promise.all(passes)
})

test('A step that fails lets the next one pass', async () => {
  const gate = createGate()
  await expect(gate.pass(true, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost')
  expect(await gate.pass(false, async () => 'done')).toBe('done')
})
