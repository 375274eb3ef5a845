/** What the mock answers, wherever it runs: examples where the contract has some, else what the reference says. */
import type { Contract } from '@monitoring-service/contract'
import {
  ApiError,
  createValidator,
  type ErrorResponse,
  loadValidators,
  type ParsedRequest,
  toErrorResponse,
} from '@monitoring-service/http'
import type { Fault, Preferences } from './prefer-header.ts'
import { type Caller, createReference, type Headers } from './reference.ts'
import { createScenarioIndex, type Scenario } from './scenario-index.ts'

/** Makes up the body of a declared answer from its schema: anew each time, or always the same. */
export type GenerateBody = (operationId: string, status: number, isDynamic: boolean) => Promise<unknown>

export interface MockResponse extends ErrorResponse {
  /** The scenario that was played, if it was one. */
  scenario?: string | undefined
  /** The preferences that were followed, as Preference-Applied tells them (RFC 7240, section 3). */
  applied: string[]
  /** What went wrong on purpose. */
  fault?: Fault
}

/** Answers an admitted request. Whatever it throws is no refusal but a defect. */
export type Responder = (admitted: ParsedRequest, headers: Headers, wanted: Preferences) => Promise<MockResponse>

export async function createResponder(contract: Contract, invent: GenerateBody): Promise<Responder> {
  const book = createScenarioIndex(contract.scenarios)
  const validator = createValidator(contract, await loadValidators(contract))
  const identify = await createReference(contract)

  /** An answer with the headers that follow from its status and code. */
  function withHeaders(operationId: string, status: number, body: unknown): ErrorResponse {
    const { operations, errors, limits } = contract
    const siblings = Object.values(operations).filter(({ path }) => path === operations[operationId]?.path)
    const headers = {
      ...(status === 405 && { Allow: siblings.map(({ method }) => method).join(', ') }),
      ...((status === 429 || status === 503) && { 'Retry-After': String(limits.retryAfterSeconds) }),
      ...errors[codeOf(body) ?? '']?.headers,
    }
    return { status, headers, body }
  }
  const play = ({ operationId, name, status, response }: Scenario, applied: string[] = []): MockResponse => ({
    ...withHeaders(operationId, status, response),
    scenario: name,
    applied,
  })
  const refuse = (error: ApiError): MockResponse => ({ ...toErrorResponse(error, contract), applied: [] })

  async function generateResponse(
    operationId: ParsedRequest['operationId'],
    status: number,
    isDynamic: boolean,
  ): Promise<MockResponse> {
    const hasBody = Object.hasOwn(contract.schemas.operations[operationId]?.answers ?? {}, status)
    let body = hasBody ? await invent(operationId, status, isDynamic) : undefined
    // What is always the same ignores patterns, and what is made up each time takes some tries.
    for (let tries = 0; tries < 5 && validator.findViolation(operationId, status, body); tries++) {
      body = await invent(operationId, status, true)
    }
    return { ...withHeaders(operationId, status, body), applied: [] }
  }

  /**
   * The declared answer that the caller prefers.
   * @throws ApiError VALIDATION_ERROR if there is none, which names those that there are.
   */
  async function prefer(wanted: Preferences, { operationId, operation }: ParsedRequest): Promise<MockResponse> {
    const { code, example, dynamic = false } = wanted
    const refuse = (message: string) =>
      new ApiError('VALIDATION_ERROR', { message: `${operationId} has no ${message}` })
    const known = book.ofOperation(operationId).filter(({ status }) => code === undefined || status === code)
    const scenario = example === undefined ? known[0] : known.find(({ name }) => name === example)
    if (example !== undefined && !scenario) {
      const names = known.map(({ name }) => name).join(', ')
      throw refuse(`example ${example}${code ? ` with status ${code}` : ''}; it has ${names}`)
    }
    if (scenario && (example !== undefined || !dynamic)) return play(scenario, formatPreferences(wanted))
    const declared = Object.keys(operation.responses)
    const status = code ?? Number(declared[0])
    if (!declared.includes(String(status))) throw refuse(`answer with status ${code}; it has ${declared.join(', ')}`)
    return { ...(await generateResponse(operationId, status, dynamic)), applied: formatPreferences(wanted) }
  }

  async function askReference(caller: Caller, operationId: string): Promise<MockResponse | undefined> {
    const asked = await caller.ask().catch(asApiError)
    if (asked instanceof ApiError) return refuse(asked)
    return asked && { ...withHeaders(operationId, asked.status, asked.body), applied: [] }
  }
  /** A contract that was changed may no longer declare what the reference says. */
  function isDeclared({ status, body }: ErrorResponse, { operationId, operation }: ParsedRequest): boolean {
    const code = codeOf(body)
    const isKnown = code === undefined || operation.responses[status]?.includes(code)
    return Boolean(isKnown) && validator.findViolation(operationId, status, body) === undefined
  }

  return async (admitted, headers, wanted) => {
    const { operationId, operation } = admitted
    const caller = await identify(admitted, headers)
    const verdict = await caller
      .check()
      .then(() => validator.checkRequest(admitted))
      .catch(asApiError)
    const isRefused = verdict instanceof ApiError
    // A bad request stays bad, whatever it would prefer.
    if (!isRefused && (wanted.code !== undefined || wanted.example !== undefined || wanted.dynamic)) {
      return prefer(wanted, admitted).catch((error) => refuse(asApiError(error)))
    }
    const scenario = caller.name === undefined ? undefined : book.exact(admitted, caller.name)
    if (scenario) return play(scenario)
    if (isRefused) return refuse(verdict)
    const asked = await askReference(caller, operationId)
    if (asked && isDeclared(asked, admitted)) return asked
    const nearest = book.nearest(admitted)
    return nearest ? play(nearest) : generateResponse(operationId, Number(Object.keys(operation.responses)[0]), false)
  }
}

function formatPreferences({ code, example, dynamic }: Preferences): string[] {
  const followed = { code, example, dynamic: example === undefined ? dynamic : undefined }
  return Object.entries(followed).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

function codeOf(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code
}

/** What a refusal is thrown as; anything else that is thrown is a defect. */
function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown
  throw thrown
}
