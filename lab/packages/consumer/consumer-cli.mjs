/** The consumer as a command: takes its input as JSON and prints its results as JSON. */
import { callEverything } from './consumer.mjs'

console.log(JSON.stringify(await callEverything(JSON.parse(process.argv[2]))))
