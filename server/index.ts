/** What others may import of the reference server. */
export { readPort } from './settings.ts'
export { type Server, type Settings, startServer } from './start.ts'
