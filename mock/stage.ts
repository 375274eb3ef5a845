/** What the mock answers, wherever it runs: examples where the contract has some, else what the reference says. */
import type { Contract } from '@monitoring-service/contract'
import { type Admitted, type Answer, ApiError, answerOf, asApiError, createValidator } from '@monitoring-service/gate'
import { createBook, type Scenario } from './book.ts'
import { type Preferences, readPreferences } from './preferences.ts'
import { type Caller, createReference, type Headers } from './reference.ts'

/** Which of an operation's declared answers to give. */
export interface Choice {
  status: number
  example?: string
  /** Values made up from the schema instead of an example. */
  dynamic?: boolean
}

/** Gives the declared answers of a contract. */
export type Engine = (operationId: string, choice: Choice) => Promise<Omit<Answer, 'headers'>>

export interface Played extends Answer {
  /** The scenario that was played, if it was one. */
  scenario?: string | undefined
  /** The preferences that were followed, as Preference-Applied tells them (RFC 7240, section 3). */
  applied: string[]
}

/** Answers an admitted request. Whatever it throws is no refusal but a defect. */
export type Stage = (admitted: Admitted, headers: Headers) => Promise<Played>

export async function createStage(contract: Contract, engine: Engine): Promise<Stage> {
  const [book, validator] = [createBook(contract.scenarios), createValidator(contract)]
  const identify = await createReference(contract)

  async function show(operationId: string, choice: Choice, applied: string[] = []): Promise<Played> {
    const { status, body } = await engine(operationId, choice)
    return { ...withHeaders(status, body, contract), scenario: choice.example, applied }
  }
  const play = ({ operationId, name, status }: Scenario) => show(operationId, { status, example: name })
  const refuse = (error: ApiError): Played => ({ ...answerOf(error, contract), applied: [] })

  async function askReference(caller: Caller, query: object): Promise<Played | undefined> {
    const asked = await caller.ask(query).catch(asApiError)
    if (asked instanceof ApiError) return refuse(asked)
    return asked && { ...withHeaders(asked.status, asked.body, contract), applied: [] }
  }
  /** A contract that was changed may no longer declare what the reference says. */
  function isDeclared({ status, body }: Answer, { operationId, operation }: Admitted): boolean {
    const code = codeOf(body)
    const isKnown = code === undefined || operation.responses[status]?.includes(code)
    return Boolean(isKnown) && validator.isAnswer(operationId, status, body)
  }

  return async (admitted, headers) => {
    const { operationId, operation } = admitted
    const caller = await identify(admitted, headers)
    const verdict = await caller
      .check()
      .then(() => validator.checkRequest(admitted))
      .catch(asApiError)
    const isRefused = verdict instanceof ApiError
    // A bad request stays bad, whatever it would prefer.
    const wanted = isRefused ? undefined : readPreferences(headers('prefer').join(', '))
    if (wanted?.code !== undefined || wanted?.example !== undefined || wanted?.dynamic) {
      const choice = choose(wanted, book.of(operationId), operation.responses, operationId)
      return choice instanceof ApiError ? refuse(choice) : show(operationId, choice, tell(wanted))
    }
    const scenario = caller.name === undefined ? undefined : book.exact(admitted, caller.name)
    if (scenario) return play(scenario)
    if (isRefused) return refuse(verdict)
    const asked = await askReference(caller, verdict)
    const nearest = book.nearest(admitted)
    if (asked && isDeclared(asked, admitted)) {
      const isAlike = nearest?.status === asked.status && nearest.code === codeOf(asked.body)
      return { ...asked, scenario: isAlike ? nearest.name : undefined }
    }
    return nearest ? play(nearest) : show(operationId, { status: Number(Object.keys(operation.responses)[0]) })
  }
}

/** The declared answer that the caller prefers, or why there is none. */
function choose(
  { code, example, dynamic }: Preferences,
  scenarios: Scenario[],
  responses: object,
  operationId: string,
): Choice | ApiError {
  const refuse = (message: string) => new ApiError('VALIDATION_ERROR', { message })
  const known = scenarios.filter(({ status }) => code === undefined || status === code)
  const wanted = example === undefined ? known[0] : known.find(({ name }) => name === example)
  if (example !== undefined && !wanted) {
    const names = known.map(({ name }) => name).join(', ')
    return refuse(`${operationId} has no example ${example}${code ? ` with status ${code}` : ''}; it has ${names}`)
  }
  const status = code ?? wanted?.status ?? Number(Object.keys(responses)[0])
  if (!Object.hasOwn(responses, status)) {
    return refuse(`${operationId} has no answer with status ${code}; it has ${Object.keys(responses).join(', ')}`)
  }
  if (dynamic && example === undefined) return { status, dynamic }
  return { status, ...(wanted && { example: wanted.name }) }
}

function tell({ code, example, dynamic }: Preferences): string[] {
  const followed = { code, example, dynamic: example === undefined ? dynamic : undefined }
  return Object.entries(followed).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]))
}

function codeOf(body: unknown): string | undefined {
  return (body as { error?: { code?: string } } | undefined)?.error?.code
}

/** An answer with the headers that the contract asks of it. */
function withHeaders(status: number, body: unknown, { errors, limits }: Contract): Answer {
  const code = codeOf(body)
  const later = status === 429 || status === 503 ? { 'Retry-After': String(limits.retryAfterSeconds) } : {}
  return { status, headers: { ...later, ...(code !== undefined && errors[code]?.headers) }, body }
}
