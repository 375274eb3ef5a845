/** Generates a client in another language, builds it, and lets it call the reference server. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '@monitoring-service/server'
import { demoSettings } from '../../test/support/settings.ts'
import { run } from '../programs.ts'
import type { Reply } from './clients/calls.ts'
import { type LanguageTool, prepareLanguage } from './languages.ts'
import { judge, steps } from './steps.ts'
import { countStep, firstLine, logIn, newTrial, type Trial } from './trial.ts'

export async function tryLanguage(tool: LanguageTool, folder: string): Promise<Trial> {
  const trial = newTrial(tool.name)
  const server = await startServer({ ...demoSettings, port: 0 })
  try {
    const [program = '', ...args] = await prepareLanguage(tool, folder)
    trial.generates = true
    const file = join(folder, 'steps.json')
    await writeFile(file, JSON.stringify(await describeSteps(server.url)))
    const printed = await run(program, [...args, server.url, file], { cwd: folder, timeout: 120_000 })
    const replies: (Reply & { problem?: string })[] = printed.split('\n').map((line) => JSON.parse(line))
    for (const [i, step] of steps.entries()) {
      const { problem, ...reply } = replies[i] ?? { status: 0, problem: 'no response' }
      countStep(trial, step, problem ?? judge(step, reply))
    }
  } catch (error) {
    trial.problems.push(firstLine(error))
  } finally {
    await server.close(0)
  }
  return trial
}

/** The data of each step for a program in another language. */
function describeSteps(baseUrl: string): Promise<object[]> {
  return Promise.all(
    steps.map(async ({ scenario, adminKey }) => {
      const { operationId, path, query, body = null, caller } = scenario
      const token = caller.includes('@') ? await logIn(baseUrl, caller) : 'none'
      return { operationId, id: path.id ?? '', query, body, token, adminKey }
    }),
  )
}
