/** The exports of the reference server. */
export { readPort, type Settings } from './config.ts'
export { type Server, startServer } from './start.ts'
export { readDataFile } from './store/data-file.ts'
export { openStore } from './store/open.ts'
export { createReplaceableStore } from './store/replaceable-store.ts'
