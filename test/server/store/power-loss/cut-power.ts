/** Simulates a power loss: copies the disk image of a running store. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { openStore } from '../../../../server/store/open.ts'
import type { Data } from '../../../../server/store/records.ts'
import { account } from '../../../../server/store/suite/sample-data.ts'
import type { Folder } from '../../../support/folder.ts'
import { openInProcess, type StoreProcess } from '../../../support/store-process.ts'
import { makeImage, mountImage } from './mount-disk.ts'

export interface Loss {
  /** The time of the power loss: during writes or after them. */
  moment: 'busy' | 'idle'
  acknowledged: string[]
  found: Data
}

/** Writes to a store on its own disk image and simulates two power losses: during the writes, and after them. */
export async function cutPowerTwice(kind: string, folder: Folder, delay: number): Promise<Loss[]> {
  const image = folder.at('disk.img')
  makeImage(image)
  const disk = mountImage(image, folder.at('disk'))
  const acknowledged: string[] = []
  const cut = async (moment: Loss['moment'], { pid, signal }: StoreProcess) => {
    signal('SIGSTOP')
    await waitUntilStopped(pid)
    const cut = { moment, acknowledged: [...acknowledged] }
    execFileSync('cp', [image, folder.at(`${moment}.img`)])
    signal('SIGCONT')
    return cut
  }
  const cuts: Awaited<ReturnType<typeof cut>>[] = []
  try {
    const child = await openInProcess(`${kind}${disk.path}/data/store`)
    let isEnough = false
    // Four share batches, as the requests of a server do.
    const writing = ['a', 'b', 'c', 'd'].map(async (name) => {
      for (let i = 0; !isEnough; i++) {
        const [user, team] = account(`${name}${i}`)
        await child.store.addAccount(user, team)
        acknowledged.push(user.id)
      }
    })
    while (acknowledged.length < 40) await wait(1)
    await wait(delay)
    cuts.push(await cut('busy', child))
    isEnough = true
    await Promise.all(writing)
    cuts.push(await cut('idle', child))
    await child.kill()
  } finally {
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
