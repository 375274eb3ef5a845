/** Mocks of contracts that differ from the project's own. */
import type { Document } from '@monitoring-service/contract'
import { readContract } from '@monitoring-service/contract/files'
import { createMock, type Mock } from '@monitoring-service/mock'
import { onTestFinished } from 'vitest'
import { transmit } from '../support/raw-http.ts'
import { credentialHeaders } from './send.ts'

/** Starts a mock of a contract for the rest of the test. */
export async function mockOf(contract: Document): Promise<Mock> {
  const mock = await createMock({ contract })
  onTestFinished(() => mock.close(0))
  return mock
}

/** A node of a document that a test changes. */
// biome-ignore lint/suspicious/noExplicitAny: the mock checks the changed document itself.
export type Node = any

/** The project's contract with a change. */
export function changed(change: (paths: Node, components: Node) => void): Document {
  const document = readContract()
  change(document.paths, document.components)
  return document
}

export const resolve = '/api/v1/incidents/{id}/resolve'
export const call = async (mock: Mock, method: string, path: string, caller = 'member@acme.example') =>
  transmit(mock.url, method, path, await credentialHeaders(caller))
