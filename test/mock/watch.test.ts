/** The mock serves a contract that is edited while it runs. */
import { appendFileSync, renameSync, rmSync, symlinkSync, unwatchFile, watchFile, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { describe, expect } from 'vitest'
import { it, original, renamed, waitForLines } from './watched-contract.ts'

/** Saves as many editors do: by a new file in place of the old one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

// Not concurrent: the steps and the polls must not wait for another test.
it('a contract written in many steps counts as one change', async ({ subject }) => {
  const { file, reported, waitForLines, servedName, accepted } = subject
  writeFileSync(file, '')
  for (const part of renamed('Ada').match(/[\s\S]{1,20000}/g) ?? []) {
    appendFileSync(file, part)
    // Slow enough that a poll falls between two steps.
    await setTimeout(100)
  }
  await waitForLines(1)
  expect([reported, await servedName()]).toEqual([[accepted], 'Ada'])
})

it('reports nothing if a file is saved without a change', async ({ subject }) => {
  const { file, at, reported, waitForLines, accepted } = subject
  // Node polls a file once for all its watchers; this one is called last.
  let onPoll: () => void = () => {}
  const late = () => void setTimeout(300).then(() => onPoll())
  watchFile(file, { interval: 150 }, late)
  // After the first change that was noticed, polling has certainly begun.
  writeFileSync(file, renamed('Grace'))
  await waitForLines(1)
  for (const save of [writeFileSync, replace]) {
    const polled = new Promise<void>((resolve) => {
      onPoll = resolve
    })
    save(file, renamed('Grace'))
    await polled
    expect(reported).toEqual([accepted])
  }
  unwatchFile(file, late)
  writeFileSync(at('other.yaml'), 'broken: [')
  writeFileSync(file, renamed('Ada'))
  await waitForLines(2)
  expect(reported).toEqual([accepted, accepted])
})

describe.concurrent('A valid contract is served after it was', () => {
  it.for([
    ['saved in place', true],
    ['changed before the watcher started', false],
  ] as const)('%s', async ([_, isWatched], { subject }) => {
    const { file, reported, waitForLines, servedName, accepted, watch } = subject
    if (!isWatched) await subject.watcher.close()
    writeFileSync(file, renamed('Ada'))
    if (!isWatched) subject.watcher = watch()
    await waitForLines(1)
    expect([reported, await servedName()]).toEqual([[accepted], 'Ada'])
  })

  it('replaced by another file, several times', async ({ subject }) => {
    const { file, reported, waitForLines, servedName, accepted } = subject
    for (const [count, name] of ['Ada', 'Grace', 'Emmy'].entries()) {
      replace(file, renamed(name))
      await waitForLines(count + 1)
      expect(await servedName()).toBe(name)
    }
    expect(reported).toEqual(Array(3).fill(accepted))
  })

  it('deleted and restored', async ({ subject }) => {
    const { file, reported, waitForLines, servedName, accepted } = subject
    rmSync(file)
    await waitForLines(1)
    expect(reported).toEqual([`${file} cannot be read: there is no such file; the previous contract is still used`])
    expect(await servedName()).toBe('Olivia Owner')
    writeFileSync(file, original)
    await waitForLines(2)
    expect(reported[1]).toBe(accepted)
    writeFileSync(file, renamed('Ada'))
    await waitForLines(3)
    expect(await servedName()).toBe('Ada')
  })

  it('changed behind a symbolic link', async ({ subject }) => {
    const { file, at, servedName, watch } = subject
    const [link, lines]: [string, string[]] = [at('link.yaml'), []]
    await subject.watcher.close()
    symlinkSync(file, link)
    subject.watcher = watch(link, lines)
    replace(file, renamed('Ada'))
    await waitForLines(lines, 1)
    expect([lines, await servedName()]).toEqual([[`${link} has changed; the new contract is used`], 'Ada'])
  })
})
