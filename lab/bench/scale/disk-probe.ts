/** Syncs a small file of its own again and again, in a thread: what the disk takes without any database. */
import { fsyncSync, openSync, writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort, Worker, workerData } from 'node:worker_threads'

/** In milliseconds. */
const pause = 20
const page = Buffer.alloc(4_096, 1)

if (parentPort) {
  const file = openSync(workerData as string, 'w')
  let longest = 0
  setInterval(() => {
    const began = performance.now()
    writeSync(file, page, 0, page.length, 0)
    fsyncSync(file)
    longest = Math.max(longest, performance.now() - began)
  }, pause)
  parentPort.on('message', () => {
    parentPort?.postMessage(longest)
    longest = 0
  })
}

/** Returns a function that reads the longest sync since it was called before, in milliseconds. */
export function probeDisk(file: string) {
  const worker = new Worker(fileURLToPath(import.meta.url), { workerData: file })
  return {
    longest: () =>
      new Promise<number>((resolve) => {
        worker.once('message', resolve).postMessage('')
      }),
    end: () => worker.terminate(),
  }
}
