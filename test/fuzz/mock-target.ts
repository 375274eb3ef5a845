/** The mock in a process of its own, which is restarted after it ended. */
import { type Launched, launch } from '../support/launch.ts'
import type { Target } from './clients.ts'

export async function startMock(): Promise<Target> {
  let mock = startProcess()
  return {
    name: 'mock',
    now: () => new Date(),
    ready() {
      if (mock.child.exitCode !== null || mock.child.signalCode !== null) mock = startProcess()
      return mock.listening()
    },
    close: () => mock.kill(),
  }
}

function startProcess(): Launched {
  const mock = launch('mock/main.ts', ['--port', '0'], {})
  process.once('exit', () => mock.signal('SIGKILL'))
  return mock
}
