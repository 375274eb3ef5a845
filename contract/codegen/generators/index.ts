/** The code generators of other authors, from the packages of this folder. */
export { createClient } from '@hey-api/openapi-ts'
export { astToString, default as openapiTypescript } from 'openapi-typescript'
