/** Parsers and validators of OpenAPI from npm: each must read the contract without a complaint. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Validate = (document: object) => Promise<unknown>

/** What the packages export, as far as it is used: `tsc` runs without them. */
interface ParserModule {
  validate: Validate
  Validator: new () => { validate: Validate }
  default: { validate: Validate; default: new (options: object) => { init(): Promise<unknown> } }
}

/** Each throws an error, or resolves to something with `valid: false`, where it complains. */
const parsers: Record<string, (module: ParserModule, document: object) => Promise<unknown>> = {
  '@apidevtools/swagger-parser': ({ default: parser }, document) => parser.validate(document),
  '@readme/openapi-parser': ({ validate }, document) => validate(document),
  '@seriousme/openapi-schema-validator': ({ Validator }, document) => new Validator().validate(document),
  '@scalar/openapi-parser': ({ validate }, document) => validate(document),
  'openapi-backend': ({ default: { default: Backend } }, definition) => new Backend({ definition, quick: true }).init(),
}

/** @returns for each parser undefined, or one line of what it complains about */
export async function tryParsers(place: string, document: object): Promise<Record<string, string | undefined>> {
  const require = createRequire(join(place, 'package.json'))
  const outcomes = Object.entries(parsers).map(async ([name, parse]) => {
    const module: ParserModule = await import(pathToFileURL(require.resolve(name)).href)
    // Some change the document.
    const found = await parse(module, structuredClone(document)).catch((error: Error) => error.message)
    const isFine = typeof found !== 'string' && (found as { valid?: boolean } | undefined)?.valid !== false
    return [name, isFine ? undefined : JSON.stringify(found).slice(0, 200)] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
}
