/** The result of a trial of a generated client, and the common parts of both kinds of trials. */
import { demo } from '@monitoring-service/contract'
import { startServer } from '@monitoring-service/server'
import { demoSettings } from '../../test/support/settings.ts'
import type { Step } from './steps.ts'

export interface Trial {
  tool: string
  generates: boolean
  /** The number of errors by TypeScript, with all strict options, in generated code and client; 0 in other languages. */
  typeErrors: number
  successes: number
  refusals: number
  /** Whether the type of an error's code is the literal one; undefined in other languages. */
  narrows: boolean | undefined
  /** The failures, a line each. */
  problems: string[]
}

/** Lets `work` fill in the result, with a reference server at a URL; an error that it throws is a problem of the tool. */
export async function tryTool(tool: string, work: (trial: Trial, url: string) => Promise<void>): Promise<Trial> {
  const counts = { typeErrors: 0, successes: 0, refusals: 0 }
  const trial: Trial = { tool, generates: false, ...counts, narrows: undefined, problems: [] }
  const server = await startServer(demoSettings)
  await work(trial, server.url)
    .catch((error) => trial.problems.push(firstLine(error)))
    .finally(() => server.close(0))
  return trial
}

/** @param wrong what is wrong with the reply, if anything */
export function countStep(trial: Trial, { scenario }: Step, wrong: string | undefined): void {
  if (wrong !== undefined) trial.problems.push(`${scenario.operationId} ${scenario.name}: ${wrong}`)
  else if (scenario.code === undefined) trial.successes++
  else trial.refusals++
}

export async function logIn(baseUrl: string, email: string): Promise<string> {
  const body = JSON.stringify({ email, password: demo.password })
  const response = await fetch(`${baseUrl}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  return (await response.json()).accessToken
}

export function firstLine(error: unknown): string {
  const { message = String(error), stderr = '' } = error as { message?: string; stderr?: string }
  return `${message} ${stderr}`.trim().split('\n').slice(0, 2).join(' ').slice(0, 200)
}
