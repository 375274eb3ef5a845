/** Keeps what is only for trying out, with published secrets or test hooks, on this machine and away from other data. */
import type { RequestListener } from 'node:http'
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'
import { ApiError } from '@monitoring-service/http'
import { isOwnName, sendError, setResponseHeaders } from '@monitoring-service/http/node'
import type { Passwords } from './auth/passwords.ts'
import type { Settings } from './read-settings.ts'
import { readDataFile } from './store/data-file.ts'
import type { Data, User } from './store/records.ts'
import type { Store } from './store/store.ts'

/**
 * Whether the server has only test passwords, so that their hashes may be cheap: it was started for tools that test, with
 * published secrets, listens on this machine, and keeps only the demo's records and new ones, in memory.
 */
export function servesOnlyTools(settings: Settings): boolean {
  const { fixturesPort, hasNoLimits, storeUrl, dataFile, host } = settings
  const hasTools = fixturesPort !== undefined || hasNoLimits === true
  const holdsOnlyDemo = storeUrl === 'memory:' && (dataFile ?? demoDataFile) === demoDataFile
  return hasTools && holdsOnlyDemo && hasPublishedSecret(settings) && isLoopback(host)
}

/** The demo's records with hashes of the same cost as new ones, so that a log-in costs the same for all accounts. */
export async function withHashesOf({ hash }: Pick<Passwords, 'hash'>, data: Data): Promise<Data> {
  const [passwordHash, codeHash] = [await hash(demo.password), await hash(demo.verificationCode)]
  const users = data.users.map((user) => ({
    ...user,
    passwordHash: user.passwordHash && passwordHash,
    verification: user.verification && { ...user.verification, codeHash },
  }))
  return { ...data, users }
}

/** Whether any caller knows a secret of the server. */
export function hasPublishedSecret({
  tokenSecret,
  adminApiKey,
}: Pick<Settings, 'tokenSecret' | 'adminApiKey'>): boolean {
  return tokenSecret === demo.tokenSecret || adminApiKey === demo.adminApiKey
}

/** Finds the demo's accounts by their ids, which no sign-up can choose. */
export async function findDemoAccounts(store: Store): Promise<User[]> {
  const { users } = await readDataFile(demoDataFile, new Date())
  const members = await Promise.all(users.map(({ id }) => store.findMember(id)))
  return members.flatMap((member) => member?.user ?? [])
}

/** Whether the store has no records, or the demo's among them. */
export async function isTrialStore(store: Store): Promise<boolean> {
  return (await store.isEmpty()) || (await findDemoAccounts(store)).length > 0
}

/** @throws Error in one line if the store has records, and the demo's are not among them. */
export async function assertTrialStore(store: Store): Promise<void> {
  if (await isTrialStore(store)) return
  throw new Error(
    'the store has other records than the demo’s, which the published secrets or the test hooks open: give --unsafe if that is meant',
  )
}

/** @throws Error in one line unless the host is this machine. */
export function assertLoopback(host: string): void {
  if (isLoopback(host)) return
  throw new Error(
    `with the published secrets the server listens on this machine only, not on ${host}, unless --unsafe is given`,
  )
}

export function isLoopback(host: string): boolean {
  return /^(?:localhost|127\.[\d.]+|::1)$/.test(host)
}

/** Refuses requests for another site's name. */
export function forOwnNames(listener: RequestListener): RequestListener {
  return (request, response) => {
    const { host } = request.headers
    if (host === undefined || isOwnName(host)) return listener(request, response)
    setResponseHeaders(request, response)
    const message = 'the Host is not a name of this machine'
    sendError(response, new ApiError('VALIDATION_ERROR', { message, headers: { Connection: 'close' } }))
    request.resume()
  }
}
