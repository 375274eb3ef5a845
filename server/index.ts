/** The exports of the reference server. */
export { readPort, type Settings } from './config.ts'
export { type Server, startServer } from './start.ts'
