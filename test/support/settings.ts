/** Settings of a server with the demo's records and secrets, on a free port. */
import { demo } from '@monitoring-service/contract'
import { demoDataFile } from '@monitoring-service/contract/files'

export const demoSettings = {
  ...demo,
  dataFile: demoDataFile,
  port: 0,
  host: '127.0.0.1',
  storeUrl: 'memory:',
  logLevel: 'silent',
}
