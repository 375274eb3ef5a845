/** Pins servers and load to separate cores, where `taskset` exists. */
import { execFileSync } from 'node:child_process'

/** The cores of this process; empty without `taskset`. */
export function listCores(): number[] {
  try {
    const printed = execFileSync('taskset', ['-cp', `${process.pid}`], { encoding: 'utf8', stdio: 'pipe' })
    return [...printed.slice(printed.lastIndexOf(':')).matchAll(/(\d+)(?:-(\d+))?/g)].flatMap(([, first, last]) =>
      Array.from({ length: Number(last ?? first) - Number(first) + 1 }, (_, nth) => Number(first) + nth),
    )
  } catch {
    return []
  }
}

/** Restricts all present and future threads of a process to some cores. */
export function pin(pid: number, cores: number[]): void {
  execFileSync('taskset', ['-acp', cores.join(','), `${pid}`], { stdio: 'ignore' })
}
