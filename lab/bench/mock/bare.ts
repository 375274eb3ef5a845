/** Writes recorded responses by method and path without query, and does nothing else: `bare.ts PORT RECORDING`. */
import { createServer } from 'node:http'
import type { Recording } from './requests.ts'

const [port, json = ''] = process.argv.slice(2)
const recording: Recording = JSON.parse(json)

createServer((request, response) => {
  request.resume().once('end', () => {
    const recorded = recording[`${request.method} ${request.url?.split('?')[0]}`]
    const { status, headers, body } = recorded ?? { status: 404, headers: {}, body: '' }
    response.writeHead(status, headers).end(body)
  })
}).listen(Number(port), '127.0.0.1')
