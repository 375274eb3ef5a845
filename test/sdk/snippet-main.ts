/** Imports modules, one after the other, and returns what each prints. */
import { format } from 'node:util'
import { serveCalls } from '../support/callable-process.ts'

let printed = ''
for (const name of ['log', 'warn', 'error'] as const) {
  console[name] = (...values) => {
    printed += `${format(...values)}\n`
  }
}

serveCalls(Promise.resolve(), async (_, [file]) => {
  printed = ''
  await import(String(file))
  await new Promise(setImmediate)
  return printed
})
