/** An operator command that a store rejects changes nothing and reports one line. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { sampleFile } from '../store/sample-file.ts'
import { folder, inProcess, operator, recordsOf, stores } from './operator.ts'

it.each(Object.entries(stores))(
  'In a %s store, a rejected command changes nothing and reports one line',
  async (kind, make) => {
    const [url, { at, path }] = [await make(), await folder()]
    const records = sampleFile()
    await writeFile(at('world.json'), JSON.stringify(records))
    await writeFile(
      at('twice.json'),
      JSON.stringify({ monitors: [{ id: 'new', teamId: 'acme' }, ...records.monitors] }),
    )
    await writeFile(at('nothing-yet.json'), '{}')
    const files = await readdir(path)
    const missing = expect.stringMatching(/ does not exist; [^\n]+\n$| has no tables: run migrate up\n$/)
    expect(await inProcess(url, ['backup', at('empty.json')])).toEqual({ code: 1, stdout: '', stderr: missing })
    await operator(inProcess, url)(`load ${at('nothing-yet.json')}`)
    const empty = expect.stringMatching(/^no backup was written: the store is empty[^\n]+\n$/)
    expect(await inProcess(url, ['backup', at('empty.json')])).toEqual({ code: 1, stdout: '', stderr: empty })
    await operator(inProcess, url)(`load ${at('world.json')}`)
    const before = await recordsOf(url)
    const rejected: [string, RegExp][] = [
      ['set-plan pro --team missing', /there is no team "missing"/],
      ['add-member --team missing --role member --email new@acme.example', /there is no team "missing"/],
      ['add-member --team acme --role member --email Gus@Example.com', /^gus@example.com has an account already$/m],
      ['add-oauth-user --email gus@example.com', /^gus@example.com has an account already$/m],
      ['add-oauth-user --team acme --role admin --email gus@example.com', / has an account already/],
      ['add-oauth-user --team missing --role admin --email new@acme.example', /there is no team "missing"/],
      ['issue-code --email missing@acme.example', /there is no user "missing@acme.example"/],
      ['issue-code --email ann@example.com', /ann@example.com has a password/],
      ['set-password --email ann@acme.example', /there is no user "ann@acme.example"/],
      ['remove-user --email ann@acme.example', /there is no user "ann@acme.example"/],
      [`load ${at('twice.json')}`, /monitors have "\S+" twice/],
      [`load ${at('nothing.json')}`, /nothing.json/],
      [`restore ${at('nothing.json')}`, /the backup cannot be read: .*nothing.json|store is not empty/],
      [`restore ${at('world.json')}`, /is damaged, or no backup .*first line|store is not empty/],
      [`backup ${at('world.json')}`, /world.json exists already/],
      [`backup ${at('no/such/folder.json')}`, /no backup was written: .*no\/such/],
    ]
    // Validating an address is slow, and the same for all kinds of store.
    const some = rejected.filter(([line]) => kind === 'sqlite:' || !/--email (?!gus|ann)/.test(line))
    for (const [line, why] of some) {
      const { code, stdout, stderr } = await inProcess(url, line.split(' '))
      expect({ code, stdout }, line).toEqual({ code: 1, stdout: '' })
      expect(stderr, line).toMatch(why)
      expect(stderr, line).toMatch(/^[^\n]+\n$/)
    }
    expect(await recordsOf(url)).toEqual(before)
    expect(await readdir(path)).toEqual(files)
    expect(await readFile(at('world.json'), 'utf8')).toBe(JSON.stringify(records))
  },
)
