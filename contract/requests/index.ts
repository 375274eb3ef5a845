/** Formats the requests of scenarios for a shell, for a program and for the tools that send requests. */

export { credentialSourceOf, type SampleOptions } from './credential-source.ts'
export { type CurlRequest, toCurl } from './curl.ts'
export { toGoProgram } from './go-program.ts'
export { toPythonProgram } from './python-program.ts'
export { type Credentials, hasPreconditions, queryOf, type ScenarioRequest, toRequest } from './scenario-request.ts'
export { toSdkProgram } from './sdk-program.ts'
