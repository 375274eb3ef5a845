/** The nemesis: runs instances of the server on one store and injects faults. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Backend } from './backends.ts'
import type { Recorder } from './recorder.ts'
import { type EnvOf, type ServerProcess, startServerProcess, startServerProcesses } from './server-process.ts'

export interface Instances {
  /** The URL of each instance, also of a killed one. */
  urls(): string[]
  /** Ends one by a signal; the returned function starts it again. */
  end(i: number, signal: NodeJS.Signals): Promise<() => Promise<void>>
  signal(i: number, name: NodeJS.Signals): void
  /** Stops all with SIGTERM; returns the instances that failed to stop cleanly. */
  stop(): Promise<string[]>
  /** Kills all after a failed run. */
  killAll(): Promise<void>
}

/** Longer than a request and than the shutdown period of a server, in milliseconds. */
const stopTimeout = 30_000

/**
 * @param onUnexpectedExit receives the error when an instance ends by itself.
 * @param env returns further variables of an instance.
 */
export async function startInstances(
  storeUrl: string,
  count: number,
  onUnexpectedExit: (error: Error) => void,
  env: EnvOf = () => ({}),
): Promise<Instances> {
  const expected = new Set<ServerProcess>()
  const watch = (instance: ServerProcess) => {
    instance.ended.then(({ code, stderr }) => {
      if (!expected.has(instance))
        onUnexpectedExit(new Error(`an instance exited unexpectedly with ${code}: ${stderr}`))
    })
    return instance
  }
  const all = (await startServerProcesses(count, storeUrl, env)).map(watch)
  const at = (i: number) => all[i] ?? Promise.reject(new Error(`there is no instance ${i}`))
  const kill = async (instance: ServerProcess) => {
    expected.add(instance)
    await instance.kill()
  }
  return {
    urls: () => all.map(({ url }) => url),
    async end(i, signal) {
      const instance = await at(i)
      expected.add(instance)
      instance.signal(signal)
      await instance.ended
      return async () => {
        all[i] = watch(await startServerProcess(storeUrl, env(i)))
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

/** What a fault acts on. */
export interface Scene {
  instances: Instances
  recorder: Recorder
}

/** Injects one fault while clients run, and waits until they have noticed it. */
export type Fault = (victim: number, scene: Scene) => Promise<void>

export const serverFaults = {
  kill: (victim, { instances, recorder }) => restart(instances, victim, recorder, 'SIGKILL'),
  /** Kills an instance again, while its purge job runs. */
  async killAtStart(victim, { instances, recorder }) {
    await restart(instances, victim, recorder, 'SIGKILL')
    await wait(Math.random() ** 2 * 100)
    await restart(instances, victim, recorder, 'SIGKILL')
  },
  async pause(victim, { instances, recorder }) {
    instances.signal(victim, 'SIGSTOP')
    await recorder.waitForOperations(3, 'info').finally(() => instances.signal(victim, 'SIGCONT'))
  },
} satisfies Record<string, Fault>

export const databaseFaults = (cluster: NonNullable<Backend['cluster']>): Record<string, Fault> => ({
  async terminate() {
    await cluster.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
  },
  async restart(_, { recorder }) {
    await cluster.kill()
    await recorder.waitForOperations(40)
    await cluster.start()
  },
})

/** Ends an instance and starts it again. */
export async function restart(
  instances: Instances,
  victim: number,
  recorder: Recorder,
  signal: NodeJS.Signals,
): Promise<void> {
  const start = await instances.end(victim, signal)
  await recorder.waitForOperations(20)
  await start()
}
