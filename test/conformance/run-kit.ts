/** Runs a command of the kit as its command line does, and collects what it writes. */
import { execute } from '../../conformance/cli/execute.ts'

export interface Executed {
  code: number
  out: string
  err: string
}

export function runKit(...args: string[]): Promise<Executed> {
  return runKitWithEnv({}, ...args)
}

/** @param env the environment variables. */
export async function runKitWithEnv(env: { [name: string]: string }, ...args: string[]): Promise<Executed> {
  const executed = { code: 0, out: '', err: '' }
  executed.code = await execute(args, env, {
    out: (text) => {
      executed.out += text
    },
    err: (text) => {
      executed.err += text
    },
    isStyled: false,
    isLive: false,
  })
  return executed
}
