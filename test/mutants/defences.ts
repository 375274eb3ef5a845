/** Defences, taken out one at a time; each names the test that must notice. */
import * as credentials from './defences/credentials.ts'
import * as requests from './defences/requests.ts'
import * as server from './defences/server.ts'
import type { Mutant } from './mutant.ts'

export const defences: Mutant[] = [credentials, requests, server].flatMap((part) => Object.values(part).flat())
