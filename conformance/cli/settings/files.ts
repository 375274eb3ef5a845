/** Reads the files of users. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { load as parse } from 'js-yaml'
import { UsageError } from '../../client/usage-error.ts'

export type Tree = { [key: string]: unknown }
export type Environment = { [name: string]: string | undefined }

/** @throws UsageError with a message of one line. */
export function readUserFile<T>(file: string, parse: (text: string) => T): T {
  try {
    return parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : message.split('\n')[0]
    throw new UsageError(`${file} cannot be read: ${reason}`)
  }
}

/** Reads a YAML file with its variables. */
export function load(file: string, env: Environment): Tree {
  const value: unknown = readUserFile(file, parse)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} holds no keys`)
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? fill(part, file, env) : part))
}

/** @throws UsageError if the files are no client certificate with its key. */
export function readCertificate({ cert, key = cert }: { cert?: string; key?: string }) {
  if (key === undefined) return undefined
  if (cert === undefined) throw new UsageError('--key needs --cert')
  const pem = { cert: readUserFile(cert, String), key: readUserFile(key, String) }
  try {
    createSecureContext(pem)
  } catch (error) {
    throw new UsageError(`--cert and --key name no certificate with its key, in PEM: ${(error as Error).message}`)
  }
  return pem
}

/** Replaces each ${NAME} by the environment variable. */
function fill(text: string, file: string, env: Environment): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) throw new UsageError(`${file} speaks of \${${name}}, which is not set`)
    return value
  })
}
