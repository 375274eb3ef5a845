/** A lowdb adapter for one JSON file that survives crashes and power loss. */
import { open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Adapter } from 'lowdb'
import { checkIntegrity } from '../integrity.ts'
import { checkShape } from '../record-shape.ts'
import type { Data } from '../records.ts'
import { createFolder, syncAndClose, syncFolder } from '../sync-folder.ts'
import { acquireLock } from './lock.ts'

/** The file's own mark, so that another program's JSON is not taken for ours. */
const mark = { format: 'monitoring-service', version: 1 }

/**
 * lowdb's own JSONFile never calls fsync, widens the file's mode and replaces links.
 * @throws Error in one line if the file is not to be had, or is not one of ours; it is left as it is.
 */
export async function durableFile(file: string): Promise<Adapter<Data> & { close(): void }> {
  await createFolder(dirname(resolve(file)))
  const target = await locate(file)
  const temporary = `${target}.${process.pid}.tmp`
  const lock = acquireLock(target)
  return {
    async read() {
      try {
        const text = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
        })
        const data = text === undefined ? null : parse(text, file)
        await removeLeftovers(target)
        // What a killed process left may not be on the disk yet, and readers are about to rely on it.
        await syncFolder(dirname(target))
        return data
      } catch (error) {
        lock.undo()
        throw error
      }
    },
    async write(data) {
      // Opened first: a process that is out of file handles must not find out behind the rename.
      const folder = await open(dirname(target))
      try {
        await writeNew(temporary, JSON.stringify({ ...mark, ...data }))
        await rename(temporary, target)
      } catch (error) {
        // What cannot be removed now is removed at the next start.
        await Promise.allSettled([rm(temporary, { force: true }), folder.close()])
        throw error
      }
      await syncAndClose(folder, dirname(target))
    },
    close: () => lock.release(),
  }
}

/** Where the file really is, so that a link to it stays a link, even one to a file that is yet to come. */
async function locate(file: string): Promise<string> {
  return realpath(file)
    .catch(async ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ENOENT') return resolve(file)
      return locate(resolve(dirname(file), await readlink(file)))
    })
    .catch(() => resolve(file))
}

/** A process that was killed leaves a temporary file, and in it data that may have to be deleted. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), `${basename(target)}.`]
  const leftovers = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^\d+\.tmp$/.test(name.slice(prefix.length)),
  )
  for (const name of leftovers) await rm(join(folder, name))
}

/**
 * A sync that follows a failed one may succeed without having written anything. So none does: after a failure the file
 * is thrown away, and the next write writes all of it again.
 */
async function writeNew(path: string, text: string): Promise<void> {
  const handle = await open(path, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function parse(text: string, file: string): Data {
  const foreign = (why: string) =>
    new Error(`${file} is not a data file of this server (${why}). It was left as it is.`)
  let content: Record<string, unknown> | null
  try {
    content = JSON.parse(text)
  } catch {
    throw foreign('not well-formed JSON')
  }
  const { format, version, ...lists } = content ?? {}
  if (format !== mark.format) throw foreign('no mark of ours in it')
  if (version !== mark.version) throw foreign(`version ${version}, this server knows ${mark.version}`)
  checkShape(lists, file)
  for (const user of lists.users) user.email = user.email.toLowerCase()
  try {
    checkIntegrity(lists)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
  return lists
}
