/** Starts the processes of `store-growth` and asks them. */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Asked, Round, Told } from './store-growth-child.ts'

const program = fileURLToPath(new URL('./store-growth-child.ts', import.meta.url))

export interface Child {
  /** How long it took to open the store, in milliseconds. */
  open: number
  measure(): Promise<Round>
  /** Ends it and returns how many bytes it held. */
  end(): Promise<number>
  /** Ends it where something went wrong. */
  kill(): void
}

export async function startChild(url: string, blocks: number): Promise<Child> {
  const child = fork(program, [url, String(blocks)])
  const hear = <Key extends keyof Told>(key: Key, asked?: Asked) =>
    new Promise<Told[Key]>((resolve, reject) => {
      const gone = (code: number) => reject(new Error(`a process of store-growth ended with ${code}`))
      child.once('exit', gone)
      child.once('message', (told) => {
        child.off('exit', gone)
        resolve((told as Told)[key])
      })
      if (asked) child.send(asked)
    })
  return {
    open: await hear('open'),
    measure: () => hear('round', 'round'),
    end: () => hear('memory', 'end'),
    kill: () => void child.kill(),
  }
}
