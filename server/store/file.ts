/** A lowdb adapter for one JSON file that survives crashes and power loss. */
import { mkdir, open, readdir, readFile, readlink, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Adapter } from 'lowdb'
import { DurabilityLost } from './queue.ts'
import { type Data, emptyData } from './records.ts'

/** The file's own mark, so that another program's JSON is not taken for ours. */
const mark = { format: 'monitoring-service', version: 1 }

/**
 * lowdb's own JSONFile never calls fsync, widens the file's mode and replaces links.
 * @throws Error if the file is not one of ours; it is left as it is.
 */
export async function durableFile(file: string): Promise<Adapter<Data>> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const target = await locate(file)
  const temporary = `${target}.${process.pid}.tmp`
  await removeLeftovers(target)
  return {
    async read() {
      const text = await readFile(target, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      return text === undefined ? null : parse(text, file)
    },
    async write(data) {
      try {
        const handle = await open(temporary, 'w', 0o600)
        try {
          await handle.writeFile(JSON.stringify({ ...mark, ...data }))
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, target)
      } catch (error) {
        // What cannot be removed now is removed at the next start.
        await rm(temporary, { force: true }).catch(() => {})
        throw error
      }
      await syncDirectory(dirname(target))
    },
  }
}

/** Where the file really is, so that a link to it stays a link, even one to a file that is yet to come. */
async function locate(file: string): Promise<string> {
  const linked = async () => resolve(dirname(file), await readlink(file))
  return realpath(file)
    .catch(linked)
    .catch(() => file)
}

/** A process that was killed leaves a temporary file, and in it data that may have to be deleted. */
async function removeLeftovers(target: string): Promise<void> {
  const [folder, prefix] = [dirname(target), `${basename(target)}.`]
  const leftovers = (await readdir(folder)).filter(
    (name) => name.startsWith(prefix) && /^\d+\.tmp$/.test(name.slice(prefix.length)),
  )
  for (const name of leftovers) await rm(join(folder, name))
}

/** Without this the rename itself can be lost with the power. */
async function syncDirectory(path: string): Promise<void> {
  try {
    const handle = await open(path)
    await handle.sync().finally(() => handle.close())
  } catch (cause) {
    throw new DurabilityLost(`${path} could not be written to the disk`, { cause })
  }
}

function parse(text: string, file: string): Data {
  const foreign = (why: string) =>
    new Error(`${file} is not a data file of this server (${why}). It was left as it is.`)
  let content: Record<string, unknown>
  try {
    content = JSON.parse(text)
  } catch {
    throw foreign('not well-formed JSON')
  }
  if (content?.format !== mark.format) throw foreign('no mark of ours in it')
  if (content.version !== mark.version) throw foreign(`version ${content.version}, this server knows ${mark.version}`)
  const data = { ...emptyData() }
  for (const name of Object.keys(data) as (keyof Data)[]) {
    if (!Array.isArray(content[name])) throw foreign(`no list of ${name}`)
    data[name] = content[name] as never
  }
  return data
}
