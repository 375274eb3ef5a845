/** Parsers and validators of OpenAPI from npm: each must read the contract without a complaint. */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

type Parse = (load: (name: string) => Promise<never>, document: never) => Promise<unknown>

/** Each resolves to what it found wrong: nothing, `[]`, or `{ valid: true }`. */
const parsers: Record<string, Parse> = {
  '@apidevtools/swagger-parser': async (load, document) => {
    const { default: parser } = await load('@apidevtools/swagger-parser')
    await (parser as { validate(document: object): Promise<unknown> }).validate(structuredClone(document))
  },
  '@readme/openapi-parser': async (load, document) => {
    const { validate } = await load('@readme/openapi-parser')
    return (validate as (document: object) => Promise<unknown>)(structuredClone(document))
  },
  '@seriousme/openapi-schema-validator': async (load, document) => {
    const { Validator } = await load('@seriousme/openapi-schema-validator')
    return new (Validator as new () => { validate(document: object): Promise<unknown> })().validate(document)
  },
  '@scalar/openapi-parser': async (load, document) => {
    const { validate } = await load('@scalar/openapi-parser')
    return (validate as (document: object) => Promise<unknown>)(document)
  },
  'openapi-backend': async (load, document) => {
    const { default: module } = await load('openapi-backend')
    const Backend = (module as { default?: unknown }).default ?? module
    const options = { definition: structuredClone(document), quick: true }
    await new (Backend as new (options: object) => { init(): Promise<unknown> })(options).init()
  },
}

/** @returns for each parser undefined, or one line of what it complains about */
export async function tryParsers(place: string, document: object): Promise<Record<string, string | undefined>> {
  const require = createRequire(join(place, 'package.json'))
  const load = (name: string) => import(pathToFileURL(require.resolve(name)).href) as Promise<never>
  const outcomes = Object.entries(parsers).map(async ([name, parse]) => {
    const found = await parse(load, document as never).catch((error: Error) => error.message)
    const isFine = found === undefined || (found as { valid?: boolean }).valid === true
    return [name, isFine ? undefined : JSON.stringify(found).slice(0, 200)] as const
  })
  return Object.fromEntries(await Promise.all(outcomes))
}
