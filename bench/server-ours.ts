/** Our server, as `npm run server` starts it: `server-ours.ts PORT STORE`. Every answer's status is looked at, so it logs nothing. */
import { demo } from '@monitoring-service/contract'
import { startServer } from '../server/start.ts'
import { openBenchStore } from './server-world.ts'

const [port, storeUrl = 'memory:'] = process.argv.slice(2)
const settings = { port: Number(port), host: '127.0.0.1', storeUrl, dataFile: undefined, logLevel: 'silent', ...demo }
await startServer(settings, undefined, openBenchStore)
