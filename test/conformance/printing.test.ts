/** What is printed: nothing of a target or a hook controls the terminal, and command lines can be pasted. */
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { createTerminal, escapeControls } from '../../conformance/report/console.ts'
import { cutCommand, wrapCurl } from '../../conformance/report/shell.ts'
import { createHarness, runKit } from './kit-harness.ts'

const kit = createHarness()

/** Clears the screen, writes to the clipboard, and reverses the order of letters; as a header, only one letter may stay. */
const hostile = '\u001b[2J\u001b]52;c;eA==\u0007\u009b31m\u202enrut\u2066'
// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there.
const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

describe('control characters and marks of direction are printed as escapes', () => {
  test('in the responses that replay prints', async () => {
    const url = await kit.proxy(() => false, { response: (status, text) => [status, status < 400 ? text : hostile] })
    const { out } = await runKit('replay', 'LOGIN-03', url)
    expect(out).toContain('\\u001b[2J\\u001b]52;c;eA==\\u0007\\u009b31m\\u202enrut\\u2066')
    expect(out).not.toMatch(controls)
  })

  test('in files, where JSON means the same by them', () => {
    const text = JSON.stringify({ hostile })
    expect(escapeControls(text)).not.toMatch(controls)
    expect(JSON.parse(escapeControls(text))).toEqual({ hostile })
  })

  test('but not in the styles of the report, on a terminal that has them', () => {
    const written: string[] = []
    const write = { out: (text: string) => void written.push(text), err: () => {} }
    const text = '\u001b[31mred\u001b[39m \u001b[2J'
    for (const isStyled of [true, false]) createTerminal(write, { isStyled }).out(text)
    expect(written).toEqual(['\u001b[31mred\u001b[39m \\u001b[2J', '\\u001b[31mred\\u001b[39m \\u001b[2J'])
  })
})

describe('a command line', () => {
  const body = `{"name":"it'\\''s"} -H a ${'long '.repeat(60)}`
  const line = `printf '%s,' "$BASE"'/a?b' -H 'x: '"$KIT_TOKEN"'' --data-raw '${body}' -H 'y: 1'`

  test('that is cut ends outside of quotes', () => {
    const lengths = Array.from({ length: Math.ceil(line.length / 3) }, (_, index) => 3 * index)
    const cuts = lengths.map((length) => cutCommand(line, length))
    for (const [index, cut] of cuts.entries()) expect(cut.length).toBeLessThanOrEqual(3 * index + 2)
    // As a function's body, each has to be complete.
    execFileSync('sh', ['-c', 'for cut; do eval "f() {\n:\n$cut\n}" || exit 1; done', 'sh', ...cuts])
  })

  test('that is broken into several is the same for a shell', () => {
    const short = line.replace('long '.repeat(60), 'long '.repeat(20))
    const wrapped = wrapCurl(short, '  ')
    expect(wrapped.split('\n').length).toBeGreaterThan(3)
    const run = (input: string) => execFileSync('sh', { input, encoding: 'utf8' })
    expect(run(wrapped)).toBe(run(short))
  })
})
