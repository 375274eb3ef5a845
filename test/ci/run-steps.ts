/** Runs the steps of a workflow or of a composite action as a runner of GitHub does; steps with `uses` are only returned. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { onTestFinished } from 'vitest'

export interface Step {
  id?: string
  name?: string
  if?: string
  env?: Record<string, string>
  run?: string
  uses?: string
  with?: Record<string, unknown>
}

/** What expressions can name, such as `inputs` and `github`. */
type Contexts = Record<string, object>

/** The outcome of all steps. */
export interface Job {
  isSuccess: boolean
  /** The steps with `uses` whose condition holds, with evaluated inputs. */
  used: { uses: string; inputs: Record<string, string> }[]
  outputs: Record<string, string>
  /** The job's summary in Markdown. */
  summary: string
  log: string
}

export interface Runner {
  /** The working folder, which the test removes. */
  folder: string
  env: NodeJS.ProcessEnv
}

export async function runSteps(steps: Step[], contexts: Contexts, { folder, env }: Runner): Promise<Job> {
  const files = mkdtempSync(join(folder, 'runner-'))
  const [output, summary] = [join(files, 'output'), join(files, 'summary')]
  for (const file of [output, summary]) writeFileSync(file, '')
  const job: Job = { isSuccess: true, used: [], outputs: {}, summary: '', log: '' }
  for (const { if: condition = 'success()', env: ownEnv = {}, run, uses, with: inputs = {} } of steps) {
    if (evaluate(condition, contexts, job.isSuccess) !== 'true') continue
    const fill = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, fillIn(String(value), contexts)]))
    if (uses) job.used.push({ uses, inputs: fill(inputs) })
    if (run === undefined) continue
    const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', fillIn(run, contexts)]
    const variables = { ...env, ...fill(ownEnv), GITHUB_OUTPUT: output, GITHUB_STEP_SUMMARY: summary }
    const { code, log } = await start(shell, folder, variables)
    job.log += log
    job.isSuccess &&= code === 0
  }
  const pairs = readFileSync(output, 'utf8').matchAll(/^(.+?)=(.*)$/gm)
  return {
    ...job,
    outputs: Object.fromEntries([...pairs].map(([, name, value]) => [name, value])),
    summary: readFileSync(summary, 'utf8'),
  }
}

/** What a step starts in the background ends with the test. */
async function start(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<{ code: number; log: string }> {
  const child = spawn('bash', args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  onTestFinished(() => {
    try {
      if (child.pid) process.kill(-child.pid, 'SIGKILL')
    } catch {}
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, log: stdout + stderr }
}

function fillIn(value: string, contexts: Contexts): string {
  return value.replace(/\$\{\{(.*?)\}\}/gs, (_, expression) => evaluate(expression, contexts, true))
}

/** Evaluates an expression by GitHub's own library. */
function evaluate(expression: string, contexts: Contexts, isSuccess: boolean): string {
  const constant = (name: string, value: boolean) =>
    [name, { name, minArgs: 0, maxArgs: 0, call: () => new data.BooleanData(value) }] as const
  const functions = new Map([
    constant('success', isSuccess),
    constant('failure', !isSuccess),
    constant('cancelled', false),
    constant('always', true),
  ])
  const { tokens } = new Lexer(expression.replace(/^\s*\$\{\{|\}\}\s*$/g, '')).lex()
  const parsed = new Parser(tokens, Object.keys(contexts), [...functions.values()]).parse()
  const known = JSON.parse(JSON.stringify(contexts), data.reviver) as data.Dictionary
  return new Evaluator(parsed, known, functions).evaluate().coerceString()
}
