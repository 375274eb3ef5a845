/** The reference server of a broken copy, with its hook, as a process that ends with its parent. */
import { startReference } from '../reference.ts'

process.once('disconnect', () => process.exit())
const { url, hookUrl, adminKey } = await startReference()
process.send?.({ url, hookUrl, adminKey })
