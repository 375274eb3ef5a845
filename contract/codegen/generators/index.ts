/** The code generators of other authors, from the packages of this folder. */
import { Converter } from '@apiture/openapi-down-convert'

export { createClient } from '@hey-api/openapi-ts'
export { astToString, default as openapiTypescript } from 'openapi-typescript'

export const downConverter = (document: object) => new Converter(document, { convertSchemaComments: false })
