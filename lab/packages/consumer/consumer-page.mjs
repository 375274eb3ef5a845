/** The program for a page, which calls it by a global name. */
import * as program from './consumer.mjs'

export * from './consumer.mjs'

globalThis.program = program
