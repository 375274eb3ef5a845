/** The consumer as a command: takes the service as JSON and prints what came of it as JSON. */
import { walk } from './consumer.mjs'

console.log(JSON.stringify(await walk(JSON.parse(process.argv[2]))))
