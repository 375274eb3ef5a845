/** Pins servers and load to separate cores, where `taskset` exists. */
import { execFileSync } from 'node:child_process'

/** The cores of this process; empty without `taskset`. */
export function listCores(): number[] {
  try {
    const printed = execFileSync('taskset', ['-cp', `${process.pid}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const list = printed.slice(printed.lastIndexOf(':') + 1).trim()
    return list.split(',').flatMap((range) => {
      const [first = NaN, last = first] = range.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, nth) => first + nth)
    })
  } catch {
    return []
  }
}

/** Restricts all present and future threads of a process to some cores. */
export function pin(pid: number, cores: number[]): void {
  execFileSync('taskset', ['-acp', cores.join(','), `${pid}`], { stdio: 'ignore' })
}
