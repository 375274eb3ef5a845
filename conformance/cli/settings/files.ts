/** Reads YAML and JSON files of users. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { load as parse } from 'js-yaml'
import { UsageError } from '../../client/usage-error.ts'

export type Tree = { [key: string]: unknown }
export type Environment = { [name: string]: string | undefined }

/**
 * Replaces each ${NAME} by the environment variable.
 * @throws UsageError with a message of one line.
 */
export function load(file: string, env: Environment): Tree {
  let value: unknown
  try {
    value = parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new UsageError(describeReadError(file, error as NodeJS.ErrnoException))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new UsageError(`${file} holds no keys`)
  return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'string' ? fill(part, file, env) : part))
}

/** @throws UsageError if the files are no client certificate with its key. */
export function readCertificate({
  cert,
  key = cert,
}: {
  cert?: string
  key?: string
}): { cert: string; key: string } | undefined {
  if (key === undefined) return undefined
  if (cert === undefined) throw new UsageError('--key needs --cert')
  const [certFile, keyFile] = [cert, key]
  const pem = { cert: readText(certFile), key: readText(keyFile) }
  try {
    createSecureContext(pem)
  } catch (error) {
    throw new UsageError(`--cert and --key name no certificate with its key, in PEM: ${(error as Error).message}`)
  }
  return pem
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(describeReadError(file, error as NodeJS.ErrnoException))
  }
}

export function describeReadError(file: string, { code, message }: NodeJS.ErrnoException): string {
  return `${file} cannot be read: ${code === 'ENOENT' ? 'there is no such file' : message.split('\n')[0]}`
}

function fill(text: string, file: string, env: Environment): string {
  return text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = env[name]
    if (value === undefined) throw new UsageError(`${file} speaks of \${${name}}, which is not set`)
    return value
  })
}
