/** Reads the text of a setting, from its flag, its environment variable, or a file. */
import { readFileSync, statSync } from 'node:fs'
import type { Setting } from './setting-parsers.ts'
import { type SettingName, settings } from './settings-table.ts'

/** The name of a flag that may have a value. */
export const flagOf = (flag = ''): string => flag.replace(/ .*/, '')

type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>

/**
 * The text of a setting: a flag takes precedence over a variable, and an empty variable counts as not set.
 * @throws Error in one line if the file of a secret cannot be read, or the secret is there twice.
 */
export function textOf(name: SettingName, flags: Flags, env: NodeJS.ProcessEnv): string | undefined {
  const { flag, variable, isSecret = false, default: fallback }: Setting = settings[name]
  const flagged = flags[flagOf(flag)]
  if (flagged !== undefined) return String(flagged)
  const [text, file] = [variable && env[variable], isSecret ? env[`${variable}_FILE`] : undefined]
  if (text && file) throw new Error(`${variable} and ${variable}_FILE are both set: set one of them`)
  const whole = file ? readSecretFile(`${variable}_FILE`, file) : text
  const read = (isSecret ? whole : whole?.trim()) || fallback
  // Of one env file, some readers keep what others remove, so that two servers would have different secrets.
  if (read !== undefined && /^\s|\s$|^(["']).*\1$/s.test(read)) {
    throw new Error(
      `${variable}${file ? '_FILE' : ''} has quotes around it, or begins or ends with a blank or line end: remove them`,
    )
  }
  return read
}

/** Ignores the line end that editors and `echo` leave. */
function readSecretFile(variable: string, file: string): string {
  try {
    // A device or a pipe may never end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file')
    const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '')
    if (text === '') throw new Error(`${file} is empty`)
    return text
  } catch (error) {
    throw new Error(`${variable} cannot be read: ${(error as Error).message}`)
  }
}

/** Returns a line for each variable that is no setting, but differs from one by a letter or two that changed places. */
export function findMisspelt(env: NodeJS.ProcessEnv): string[] {
  const known = Object.values(settings).flatMap(({ variable, isSecret }: Setting) =>
    variable ? [variable, ...(isSecret ? [`${variable}_FILE`] : [])] : [],
  )
  return Object.keys(env).flatMap((name) => {
    // Short names are near to words that other programs use.
    const meant = known.includes(name) ? undefined : known.find((one) => one.length > 5 && isNear(name, one))
    return meant ? [`${name} is no setting: ${meant} is`] : []
  })
}

/** Whether two texts differ by one letter, or by two neighbours that changed places. */
function isNear(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length)
  let start = 0
  while (start < shorter && a[start] === b[start]) start++
  let end = 0
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end++
  // What is left between the common start and the common end.
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return Math.max(inA.length, inB.length) < 2 || (inA.length === 2 && inA === `${inB[1]}${inB[0]}`)
}
