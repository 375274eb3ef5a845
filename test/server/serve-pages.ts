/** A server with the pages in front of an API that has no operation. */
import { listen } from '@monitoring-service/http/node'
import { withDocs } from '../../server/site/routes.ts'

export const mockUrl = 'http://127.0.0.1:4010'

export const servePages = () =>
  listen(
    withDocs((_request, response) => response.writeHead(404).end('not ours'), { hasDemo: true, mockUrl }),
    0,
  )
