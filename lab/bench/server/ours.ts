/** Our server, as `npm run server` starts it: `ours.ts PORT STORE`. It logs nothing. */
import { demo } from '@monitoring-service/contract'
import { startServer } from '../../../server/start.ts'
import { openBenchStore, port } from './operations.ts'

const [, storeUrl = 'memory:'] = process.argv.slice(2)
const settings = { port, host: '127.0.0.1', storeUrl, dataFile: undefined, logLevel: 'silent', isUnsafe: true, ...demo }
await startServer(settings, undefined, openBenchStore)
