/** Reads the text of a setting, from its flag, its environment variable, or a file. */
import { readFileSync, statSync } from 'node:fs'
import { type Setting, type SettingName, settings } from './settings.ts'

type Flags = Record<string, string | boolean | (string | boolean)[] | undefined>

/**
 * The text of a setting: a flag takes precedence over a variable, and an empty variable counts as not set.
 * @throws Error in one line if the file of a secret cannot be read, or the secret is there twice.
 */
export function textOf(name: SettingName, flags: Flags, env: NodeJS.ProcessEnv): string | undefined {
  const { flag = '', variable, isSecret = false, default: fallback }: Setting = settings[name]
  if (flags[flag] !== undefined) return String(flags[flag])
  const [text, file] = [variable && env[variable], isSecret ? env[`${variable}_FILE`] : undefined]
  if (text && file) throw new Error(`${variable} and ${variable}_FILE are both set: set one of them`)
  return (file ? readSecretFile(`${variable}_FILE`, file) : text) || fallback
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
