/** Puts servers and load on cores of their own, where the system has the means. */
import { execFileSync } from 'node:child_process'

/** The cores that we may run on; none if that cannot be asked or changed. */
export function listCores(): number[] {
  try {
    const told = execFileSync('taskset', ['-cp', `${process.pid}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const list = told.slice(told.lastIndexOf(':') + 1).trim()
    return list.split(',').flatMap((range) => {
      const [first = NaN, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
    })
  } catch {
    return []
  }
}

/** Keeps all threads of a process, and those to come, on some cores. */
export function pin(pid: number, cores: number[]): void {
  execFileSync('taskset', ['-acp', cores.join(','), `${pid}`], { stdio: 'ignore' })
}
