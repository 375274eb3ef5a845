/** Simulates a power loss: copies the disk image of a running store. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openStore } from '../../../../server/store/open.ts'
import type { Data } from '../../../../server/store/records.ts'
import type { Folder } from '../../../support/folder.ts'
import { makeImage, mountImage } from './mount-disk.ts'

export interface Loss {
  /** The time of the power loss: during writes or after them. */
  moment: 'busy' | 'idle'
  acknowledged: string[]
  found: Data
}

const writer = fileURLToPath(new URL('writer.ts', import.meta.url))

/** Runs a writer on its own disk image and simulates two power losses: during its writes, and after them. */
export async function cutPowerTwice(kind: string, folder: Folder, delay: number): Promise<Loss[]> {
  const [image, log] = [folder.at('disk.img'), folder.at('acknowledged')]
  makeImage(image)
  const disk = mountImage(image, folder.at('disk'))
  const output = openSync(log, 'w')
  const child = spawn(process.execPath, [writer, `${kind}${disk.path}/data/store`], {
    stdio: ['ignore', output, 'inherit', 'ipc'],
  })
  closeSync(output)
  const exited = once(child, 'exit')
  const nextMessage = () => once(child, 'message', { signal: AbortSignal.timeout(10_000) })
  const cut = async (moment: Loss['moment']) => {
    child.kill('SIGSTOP')
    await waitUntilStopped(Number(child.pid))
    const acknowledged = readFileSync(log, 'utf8').split('\n').slice(0, -1)
    execFileSync('cp', [image, folder.at(`${moment}.img`)])
    child.kill('SIGCONT')
    return { moment, acknowledged }
  }
  const cuts: Awaited<ReturnType<typeof cut>>[] = []
  try {
    await nextMessage()
    await wait(delay)
    cuts.push(await cut('busy'))
    child.send('enough')
    await nextMessage()
    cuts.push(await cut('idle'))
  } finally {
    child.kill('SIGKILL')
    await exited
    disk.unmount()
  }
  const losses: Loss[] = []
  for (const cut of cuts) losses.push({ ...cut, found: await recover(kind, folder, cut.moment) })
  return losses
}

/** Waits until each thread of a stopped process has stopped; a thread that waits for the disk stops later. */
async function waitUntilStopped(pid: number): Promise<void> {
  const folder = `/proc/${pid}/task`
  const states = readdirSync(folder).map((id) => /\) (\S)/.exec(readFileSync(`${folder}/${id}/stat`, 'utf8'))?.[1])
  if (states.every((state) => state === 'T')) return
  await wait(1)
  return waitUntilStopped(pid)
}

/** Dumps the store from the copied image. */
async function recover(kind: string, folder: Folder, moment: string): Promise<Data> {
  const disk = mountImage(folder.at(`${moment}.img`), folder.at(moment))
  try {
    const store = await openStore(`${kind}${disk.path}/data/store`)
    return await store.dump().finally(store.close)
  } finally {
    disk.unmount()
  }
}
