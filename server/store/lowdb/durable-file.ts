/** A lowdb adapter for one JSON file that survives crashes and power loss. */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Adapter } from 'lowdb'
import { assertLocal, describeReplaced, identify, leftAsIs } from '../file-identity.ts'
import { checkIntegrity } from '../integrity.ts'
import { checkShape } from '../record-shape.ts'
import type { Data } from '../records.ts'
import { createFolder, syncAndClose, syncFolder } from '../sync-folder.ts'
import { acquireLock } from './lock.ts'

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants

/** Identifies our files, so that the JSON of another program is rejected. */
const header = { format: 'monitoring-service', version: 1 }

/**
 * Replaces lowdb's JSONFile, which never calls fsync, widens the file's mode and replaces links.
 * @throws Error in one line if the file cannot be opened or is not a data file of this server; the file stays unchanged.
 */
export async function durableFile(file: string): Promise<Adapter<Data> & { close(): void }> {
  await createFolder(dirname(resolve(file)))
  const target = await resolveLinks(file)
  await assertLocal(target)
  const lock = acquireLock(target)
  let written = ''
  return {
    async read() {
      try {
        written = identify(target, { withTime: true })
        const text = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return undefined
          throw new Error(`${file} cannot be read: ${error.message}`, { cause: error })
        })
        const data = text === undefined ? null : parse(text, file)
        await removeLeftovers(target)
        // The last rename of a killed process may not be on the disk yet.
        await syncFolder(dirname(target))
        return data
      } catch (error) {
        lock.discard()
        throw error
      }
    },
    async write(data) {
      if (identify(target, { withTime: true }) !== written) throw new Error(describeReplaced(target))
      // Opened before the rename: running out of file handles after it would leave the rename without a sync.
      const folder = await open(dirname(target))
      // Other users who may write to the folder must not know the name.
      const temporary = `${target}.${randomBytes(16).toString('hex')}.tmp`
      try {
        await writeDurably(temporary, JSON.stringify({ ...header, ...data }))
        const next = identify(temporary, { withTime: true })
        await rename(temporary, target)
        written = next
      } catch (error) {
        // If the temporary file cannot be removed now, the next start removes it.
        await Promise.allSettled([rm(temporary, { force: true }), folder.close()])
        throw error
      }
      await syncAndClose(folder, dirname(target))
    },
    close: () => lock.release(),
  }
}

/** Resolves links, even a link to a file that does not exist yet. */
async function resolveLinks(file: string): Promise<string> {
  return realpath(file)
    .catch(async ({ code }: NodeJS.ErrnoException) => {
      if (code !== 'ENOENT') return resolve(file)
      return resolveLinks(resolve(dirname(file), await readlink(file)))
    })
    .catch(() => resolve(file))
}

/** Removes the temporary files of killed processes, which may contain data that must be deleted. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), `${basename(target)}.`]
  const leftovers = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^(?:\d+|[0-9a-f]{32})\.tmp$/.test(name.slice(prefix.length)),
  )
  for (const name of leftovers) await rm(join(folder, name))
}

/**
 * Writes and syncs a new file. A sync is never repeated on the same file: after a failed sync, a second one may succeed
 * without writing anything. The next write creates the whole file again.
 */
async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function parse(text: string, file: string): Data {
  try {
    return parseOurs(text, file)
  } catch (error) {
    throw new Error(`${(error as Error).message}. ${leftAsIs}`)
  }
}

function parseOurs(text: string, file: string): Data {
  const foreign = (why: string) => new Error(`${file} is not a data file of this server (${why})`)
  let content: Record<string, unknown> | null
  try {
    content = JSON.parse(text)
  } catch {
    throw foreign('not well-formed JSON')
  }
  const { format, version, ...lists } = content ?? {}
  if (format !== header.format) throw foreign('no mark of ours in it')
  if (version !== header.version) throw foreign(`version ${version}, this server knows ${header.version}`)
  checkShape(lists, file)
  for (const user of lists.users) user.email = user.email.toLowerCase()
  try {
    checkIntegrity(lists)
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
  return lists
}
