/** Chooses the response to a request: an example of the contract, the reference server's response, or generated values. */
import type { Contract } from '@monitoring-service/contract'
import { ApiError, type ParsedRequest, type Validator } from '@monitoring-service/http'
import { changeBody } from './change-body.ts'
import { listNames } from './known-names.ts'
import type { Preferences } from './prefer-header.ts'
import { createReference, type Headers, type IdentifyCaller, type RequestCaller } from './reference.ts'
import { codeOf, errorResponse, exampleResponse, type MockResponse, toResponse } from './responses.ts'
import { createScenarioIndex, type ScenarioIndex } from './scenario-index.ts'
import type { Session } from './sessions.ts'

/** Generates the body of a declared response from its schema: new values for each call if dynamic, else fixed ones. */
export type GenerateBody = (operationId: string, status: number, isDynamic: boolean) => Promise<unknown>

interface Call {
  request: ParsedRequest
  headers: Headers
  preferences: Preferences
  session: Session
  /** The scenario that a rule has chosen. */
  scenario: string | undefined
  /** Changes the scenario's body. */
  body: object | undefined
}

/** Responds to a parsed request. Anything that it throws is a defect of the mock. */
export type Responder = (call: Call) => Promise<MockResponse>

export interface ResponderOptions {
  validator: Validator
  generateBody: GenerateBody
  /** Whether changes persist, in each session for itself. */
  isStateful?: boolean | undefined
  /** Records in place of the demo data, as JSON. */
  data?: string | undefined
}

interface Sources {
  contract: Contract
  index: ScenarioIndex
  validator: Validator
  identify: IdentifyCaller
  generateBody: GenerateBody
  isStateful: boolean
}

export async function createResponder(contract: Contract, options: ResponderOptions): Promise<Responder> {
  const { validator, generateBody, isStateful = false, data } = options
  const sources: Sources = {
    contract,
    index: createScenarioIndex(contract.scenarios),
    validator,
    identify: await createReference(contract, isStateful, data),
    generateBody,
    isStateful,
  }
  return (call) => respond(sources, call)
}

/** The order is that of mock/README.md, "How a response is chosen". */
async function respond(sources: Sources, call: Call): Promise<MockResponse> {
  const { request, headers, preferences, session, scenario: chosen, body } = call
  const { contract, index, validator, identify, isStateful } = sources
  const caller = await identify(request, headers, session)
  const rejection = await catchApiError(async () => {
    // A scenario that a rule has chosen is for any credentials.
    if (chosen === undefined) await caller.checkAccess()
    validator.checkRequest(request)
  })
  if (!rejection) {
    const { code, example, dynamic } = preferences
    if (code !== undefined || example !== undefined || dynamic) {
      const preferred = await catchApiError(() => preferredResponse(sources, request, preferences))
      return preferred instanceof ApiError ? errorResponse(contract, preferred, 'the preference is refused') : preferred
    }
    const ordered = chosen === undefined ? undefined : index.named(request.operationId, chosen)
    if (ordered) {
      const response = body ? changeBody(ordered.response, body) : ordered.response
      return exampleResponse(contract, { ...ordered, response }, 'chosen by a rule')
    }
  }
  // With memory, the state decides, which an example does not know.
  const exact = caller.name === undefined || isStateful ? undefined : index.exact(request, caller.name)
  if (exact) return exampleResponse(contract, exact, 'the request of this scenario')
  if (rejection) return errorResponse(contract, rejection, 'rejected, as by the server')
  const reference = await referenceResponse(sources, request, caller)
  if (reference) return reference
  const nearest = index.nearest(request)
  if (nearest) return exampleResponse(contract, nearest, 'the scenario with the most similar request')
  return generateResponse(sources, request, Number(Object.keys(request.operation.responses)[0]), false)
}

/**
 * The declared response that the preferences select.
 * @throws ApiError VALIDATION_ERROR if there is none; the message lists the declared ones.
 */
async function preferredResponse(
  sources: Sources,
  request: ParsedRequest,
  preferences: Preferences,
): Promise<MockResponse> {
  const { code, example, dynamic = false } = preferences
  const { operationId, operation } = request
  const missing = (message: string) => new ApiError('VALIDATION_ERROR', { message: `${operationId} has no ${message}` })
  const applied = formatSelection(preferences)
  const known = sources.index.ofOperation(operationId).filter(({ status }) => code === undefined || status === code)
  if (example !== undefined || !dynamic) {
    const scenario = example === undefined ? known[0] : known.find(({ name }) => name === example)
    if (scenario) return exampleResponse(sources.contract, scenario, `Prefer: ${applied.join(', ')}`, applied)
  }
  if (example !== undefined) {
    const names = known.map(({ name }) => name)
    throw missing(`example ${example}${code ? ` with status ${code}` : ''}; it has ${listNames(names, example)}`)
  }
  const declared = Object.keys(operation.responses)
  const status = code ?? Number(declared[0])
  if (!declared.includes(String(status))) {
    throw missing(`response with status ${code}; it has ${declared.join(', ')}`)
  }
  return { ...(await generateResponse(sources, request, status, dynamic)), applied }
}

/** The reference server's response; undefined if it has none or the contract does not declare it. */
async function referenceResponse(
  { contract, validator, isStateful }: Sources,
  { operationId, operation }: ParsedRequest,
  caller: RequestCaller,
): Promise<MockResponse | undefined> {
  const reason = `the reference operation, on ${isStateful ? "the session's data" : 'new demo data'}`
  const result = await catchApiError(() => caller.runOperation())
  if (!result) return undefined
  const response =
    result instanceof ApiError
      ? errorResponse(contract, result, reason)
      : toResponse(contract, { operationId, status: result.status, body: result.body, reason })
  const { status, body } = response
  const code = codeOf(body)
  const isDeclared = code === undefined || operation.responses[status]?.includes(code)
  return isDeclared && validator.findResponseViolation(operationId, status, body) === undefined ? response : undefined
}

async function generateResponse(
  { contract, validator, generateBody }: Sources,
  { operationId }: ParsedRequest,
  status: number,
  isDynamic: boolean,
): Promise<MockResponse> {
  const hasBody = validator.findResponseViolation(operationId, status, undefined) !== undefined
  let body = hasBody ? await generateBody(operationId, status, isDynamic) : undefined
  // Fixed values ignore patterns, and random values do not always match the schema.
  for (let tries = 0; tries < 5 && validator.findResponseViolation(operationId, status, body); tries++) {
    body = await generateBody(operationId, status, true)
  }
  return toResponse(contract, { operationId, status, body, reason: 'generated from the schema' })
}

function formatSelection({ code, example, dynamic }: Preferences): string[] {
  const followed = { code, example, dynamic: example === undefined ? dynamic : undefined }
  return Object.entries(followed).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

/** Returns an ApiError that the work throws; any other error is a defect and is thrown again. */
async function catchApiError<T>(work: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
