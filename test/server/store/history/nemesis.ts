/** The nemesis: runs several instances on one database and injects faults. */
import type { Cluster } from '../../../support/postgres/cluster.ts'
import { type ServerProcess, startServerProcess, startServerProcesses } from '../crash/server-process.ts'
import type { Recorder } from './recorder.ts'

export interface Instances {
  /** The URL of each instance, also of a killed one. */
  urls(): string[]
  /** Kills one with SIGKILL; the returned function starts it again. */
  kill(i: number): Promise<() => Promise<void>>
  signal(i: number, name: NodeJS.Signals): void
  /** Stops all with SIGTERM; returns the instances that failed to stop cleanly. */
  stop(): Promise<string[]>
  /** Kills all after a failed run. */
  killAll(): Promise<void>
}

/** Longer than a request and than the shutdown period of a server, in milliseconds. */
const stopTimeout = 30_000

/** @param onUnexpectedExit receives the error when an instance ends by itself. */
export async function startInstances(
  storeUrl: string,
  count: number,
  onUnexpectedExit: (error: Error) => void,
): Promise<Instances> {
  const expected = new Set<ServerProcess>()
  const watch = (instance: ServerProcess) => {
    instance.ended.then(({ code, stderr }) => {
      if (!expected.has(instance))
        onUnexpectedExit(new Error(`an instance exited unexpectedly with ${code}: ${stderr}`))
    })
    return instance
  }
  const all = (await startServerProcesses(count, storeUrl)).map(watch)
  const at = (i: number) => all[i] ?? Promise.reject(new Error(`there is no instance ${i}`))
  const kill = async (instance: ServerProcess) => {
    expected.add(instance)
    await instance.kill()
  }
  return {
    urls: () => all.map(({ url }) => url),
    async kill(i) {
      await kill(await at(i))
      return async () => {
        all[i] = watch(await startServerProcess(storeUrl))
      }
    },
    signal: (i, name) => all[i]?.signal(name),
    async stop() {
      const problems: string[] = []
      for (const instance of all) {
        expected.add(instance)
        const timer = setTimeout(() => instance.signal('SIGKILL'), stopTimeout)
        instance.signal('SIGTERM')
        const { code } = await instance.ended
        clearTimeout(timer)
        if (code !== 0) problems.push(`an instance did not stop cleanly: exit code ${code}`)
      }
      return problems
    },
    async killAll() {
      for (const instance of all) await kill(instance)
    },
  }
}

export const faults = ['kill', 'pause', 'terminate', 'restart'] as const
export type Fault = (typeof faults)[number]

/** Injects one fault while clients run, and waits until they have noticed it. */
export async function injectFault(
  fault: Fault,
  victim: number,
  { instances, cluster, recorder }: { instances: Instances; cluster: Cluster; recorder: Recorder },
): Promise<void> {
  switch (fault) {
    case 'kill': {
      const restart = await instances.kill(victim)
      await recorder.waitForOperations(20)
      return restart()
    }
    case 'pause': {
      instances.signal(victim, 'SIGSTOP')
      await recorder.waitForOperations(3, 'info').finally(() => instances.signal(victim, 'SIGCONT'))
      return
    }
    case 'terminate':
      await cluster.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
      return
    case 'restart': {
      await cluster.kill()
      await recorder.waitForOperations(40)
      return cluster.start()
    }
  }
}
