/** How much of a response the kit reads. A response with more is a finding about its call, and the run goes on. */

const megabyte = 2 ** 20
/** The steps of a run are kept, so that the responses of all its requests are limited, too. */
export const most = { bytes: 8 * megabyte, bytesOfRun: 256 * megabyte, depth: 100, secrets: 1000 }

export class LimitError extends Error {
  static ofLength(): LimitError {
    return new LimitError(`it has more than ${most.bytes / megabyte} MB`)
  }
}

/**
 * The body of a response, and whether it is JSON.
 * @throws LimitError if it is nested so deeply that a function that follows it could exhaust the stack.
 */
export function parseJson(text: string): { body: unknown; isJson: boolean } {
  let body: unknown
  try {
    body = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    return { body: undefined, isJson: false }
  }
  let level = [body]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most.depth) throw new LimitError(`it has more than ${most.depth} levels of arrays and objects`)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return { body, isJson: true }
}
