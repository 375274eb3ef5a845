/** The uses of each published package, on each Node. */
import { conformance } from './conformance.ts'
import { mock } from './mock.ts'
import { sdk } from './sdk.ts'
import { server } from './server.ts'
import type { PackageUses } from './use.ts'

export const packageUses: Record<string, PackageUses> = { sdk, conformance, mock, server }
