/** Writes the answers that it is given, by method and path, and does nothing else: `mock-bare.ts PORT ANSWERS`. */
import { createServer } from 'node:http'
import type { Answers } from './mock-load.ts'

const [port, json = ''] = process.argv.slice(2)
const answers: Answers = JSON.parse(json)

createServer((request, response) => {
  request.resume().once('end', () => {
    const { status, headers, body } = answers[`${request.method} ${request.url}`] ?? {
      status: 404,
      headers: [],
      body: '',
    }
    response.writeHead(status, headers).end(body)
  })
}).listen(Number(port), '127.0.0.1')
