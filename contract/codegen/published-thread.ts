/** The thread in which a server of the repository makes the published files, so that it goes on answering meanwhile. */
import { parentPort } from 'node:worker_threads'
import { makePublished } from './published.ts'

parentPort?.postMessage(makePublished())
