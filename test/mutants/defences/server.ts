/** Defences of the server as a whole, taken out: what it serves, logs, bears, and how it ends. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of templates.
import { defencesIn } from '../mutant.ts'

export const start = defencesIn('server/start.ts', {
  'why a caller was refused is logged': [
    'error && error.status >= 500 && error.cause !== undefined ? reasonOf(error)',
    'error ? `${error.message} ${JSON.stringify(request)}`',
    'safety/canaries > No secret is in a log, an error or a report, whatever comes of the request',
  ],
  'each refusal of a store that is away fills the log': [
    "  if (!(error instanceof ApiError && error.code === 'UNAVAILABLE')) return",
    '  if (inside) return',
    'safety/canaries > No secret is in a log, an error or a report, whatever comes of the request',
  ],
})

export const listen = defencesIn('gate/node/listen.ts', {
  'connections have no bound': [
    '  if (maxConnections !== undefined) server',
    '  if (maxConnections === 0) server',
    'safety/connections > A connection > too many is dropped, and there is room again when another one ends',
  ],
  'a connection lasts for ever': [
    'connection.requests === requestsPerConnection',
    'connection.requests === -1',
    'safety/connections > A connection > takes a thousand requests, and what comes behind them is not done',
  ],
  'what comes behind the last request is done': [
    '!connection || connection.isOver',
    '!connection',
    'safety/connections > A connection > takes a thousand requests, and what comes behind them is not done',
  ],
  'a head may take for ever': [
    'headersTimeout: 10_000, requestTimeout: 30_000',
    'headersTimeout: 0, requestTimeout: 0',
    'safety/slow-clients > A client that is slow holds nobody up, not even two hundred of them, and is refused in the end',
  ],
  'an idle connection holds the end up': [
    ' if (open.size === 0 && !socket.writableEnded) socket',
    ' if (open.size === -1 && !socket.writableEnded) socket',
    'safety/connections > A server that is told to stop > closes at once where nothing is under way, finishes the rest, and ends with 0',
  ],
  'what is under way is cut off': [
    ' if (open.size === 0 && !socket.writableEnded) socket',
    ' if (!socket.writableEnded) socket',
    'server/operation > A server that is told to stop > by SIGTERM finishes what is under way, and ends with 0',
  ],
  'a connection may stand still for ever': [
    '  server.timeout = stillness\n',
    '\n',
    'server/protocol > A connection on which nothing moves, for its peer reads no answers, is given up',
  ],
  'what is no HTTP leaves no trace': [
    'if (!begun) report(refused)',
    '',
    'server/protocol > What is no HTTP request > is refused in the contract’s shape, and the connection closed: something else',
  ],
  'what is no HTTP gets an answer without a shape': [
    "    else refuse(socket, why[error.code ?? ''] ?? 'the request is not well-formed HTTP')\n",
    "    else socket.end('HTTP/1.1 400 Bad Request\\r\\nConnection: close\\r\\n\\r\\n')\n",
    'server/protocol > What is no HTTP request > is refused in the contract’s shape, and the connection closed: something else',
  ],
})

export const app = defencesIn('server/app.ts', {
  'nobody looks who calls': [
    '    if (security) passage.caller = await',
    '    if (!security) passage.caller = await',
    'safety/authorisation > On a store of the kind memory > every caller gets from every operation what the contract says, and whoever is refused has changed nothing',
  ],
})

export const enforcement = defencesIn('server/enforcement.ts', {
  'what nobody is sure of is served': [
    '  else decide(request, response).then(() => next(), next)\n',
    '  else {\n    passage.query = {}\n    next()\n  }\n',
    'server/statistics > A typo never means all time: ?befor=2025-01-01 deletes nothing',
  ],
  'any answer is sent': [
    'if (breach !== undefined) throw broken(operationId, status, breach)\n  response',
    'response',
    'server/answers > When something goes wrong inside > an answer that breaks the contract is not sent',
  ],
})

export const doubt = defencesIn('server/doubt.ts', {
  '30 February is a day': [
    "    ajvFormats: { mode: 'full' },\n",
    '\n',
    'server/statistics > A typo never means all time: ?before=2026-02-30 deletes nothing',
  ],
  'there is another reader of queries, who stops after a thousand pairs': [
    'const query = Object.fromEntries(readQuery(text))',
    'const query = Object.fromEntries(readQuery(text.split("&").slice(0, 1000).join("&")))',
    'server/statistics > Nor does what comes behind 1000 empty pairs, where some readers stop',
  ],
})
