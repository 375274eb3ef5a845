/** The program that uses all entries of the SDK, the same in every runtime, with what it must return. */
import { deepStrictEqual } from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { demo } from '@monitoring-service/contract'
import { startServer } from '@monitoring-service/server'
import { demoSettings } from '../../../test/support/settings.ts'

export const input = { password: demo.password, adminKey: demo.adminApiKey, page: 1 }

export const expected = {
  role: 'owner',
  status: 'resolved',
  isValid: true,
  error: [true, 409, 'INCIDENT_ALREADY_RESOLVED', 'string'],
  leaving: [45, 'leaver01@leavers.example'],
  operation: [false, 409, true],
  byPath: [409, 'INCIDENT_ALREADY_RESOLVED'],
  double: [409, true],
  query: [5, true],
}

/** The packages that the program imports beside the SDK. */
export const consumerPeers = ['@tanstack/react-query', 'openapi-fetch', 'react', 'valibot']

/** Copies the program into a project. */
export async function addConsumer(folder: string): Promise<void> {
  for (const name of ['consumer.mjs', 'consumer-cli.mjs', 'consumer-page.mjs']) {
    await cp(join(import.meta.dirname, name), join(folder, name))
  }
}

/**
 * Lets the program call a new server with the demo data.
 * @param call gets the program's input and returns its result
 * @throws AssertionError if the result is another one
 */
export async function checkConsumer(call: (input: object) => Promise<unknown>, corsOrigin?: string): Promise<void> {
  const { url, close } = await startServer({ ...demoSettings, corsOrigins: corsOrigin ? [corsOrigin] : undefined })
  try {
    deepStrictEqual(await call({ ...input, baseUrl: url }), expected)
  } finally {
    await close(0)
  }
}
