/** What others may import of the reference server. */
export { readPort } from './config.ts'
export { type Server, type Settings, startServer } from './start.ts'
