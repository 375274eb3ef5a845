/** Mutants of the JSON file behind the store on lowdb. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { inFile } from './mutant.ts'

export const file = inFile('server/store/file.ts', ['file'], {
  'the file is for everybody to read': ["open(path, 'w', 0o600)", "open(path, 'w', 0o644)"],
  'the file is not synced': ['    await handle.sync()\n', '\n'],
  'the folder is not synced after a rename': [
    '      await sync(folder, dirname(target))\n',
    '      await folder.close()\n',
  ],
  'the file is written in its place': ['`${target}.${process.pid}.tmp`', 'target'],
  'a link is replaced': ['  const target = await locate(file)\n', '  const target = resolve(file)\n'],
  'a temporary file stays after a failure': ['rm(temporary, { force: true }), ', ''],
  'a killed process leaves its temporary file': ['        await removeLeftovers(target)\n', '\n'],
  'leftovers of others go, too': ['/^\\d+\\.tmp$/.test(name.slice(prefix.length))', "name.endsWith('.tmp')"],
  "another program's file is opened": ['  if (format !== mark.format) throw', '  if (!mark.format) throw'],
  'a newer file is opened': ['  if (version !== mark.version) throw', '  if (!mark.version) throw'],
  'what a file holds is not looked at': ['  checkShape(lists, file)\n', '\n'],
  'a file that is not whole is opened': ['    checkWhole(lists)\n', '\n'],
  'a file is not locked': ['const lock = takeLock(target)', 'const lock = { release() {}, undo() {} }'],
  'a lock is never released': ['    close: () => lock.release(),\n', '    close() {},\n'],
})
