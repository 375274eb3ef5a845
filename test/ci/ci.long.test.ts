/** The GitHub Action of the kit and the workflows: valid, pinned, and their own steps run outside this repository. */
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser'
import { parseAction } from '@actions/workflow-parser/actions/index'
import { demo } from '@monitoring-service/contract'
import { createMock, type Mock } from '@monitoring-service/mock'
import { load } from 'js-yaml'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { pack } from '../../build/pack.ts'
import manifest from '../../package.json' with { type: 'json' }
import { nodes } from '../runtimes/index.ts'
import { createFolder, installLinked, type Project } from '../support/packages/install.ts'
import { freePort } from '../support/ports.ts'
import { type Job, runSteps, type Step } from './run-steps.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const patience = 120_000
const action = 'action.yml'
const workflows = globSync('{examples/ci,.github/workflows}/*.yml', { cwd: root })
const read = (file: string) => readFileSync(join(root, file), 'utf8')

interface Workflow {
  permissions?: Record<string, string>
  jobs: Record<string, { env?: Record<string, string>; permissions?: Record<string, string>; steps: Step[] }>
}
const stepsOf = (file: string): Step[] =>
  Object.values((load(read(file)) as Workflow).jobs).flatMap(({ steps }) => steps)

it.each([action, ...workflows])("%s has no error in the eyes of GitHub's parser", (name) => {
  const parse = name === action ? parseAction : parseWorkflow
  const { context } = parse({ name, content: read(name) }, new NoOperationTraceWriter())
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([])
})

it.each([action, ...workflows])('%s pins the actions of others by a commit, with its version in a comment', (name) => {
  const used = [...read(name).matchAll(/uses: (\S+)(.*)/g)].filter(([, it]) => !it?.startsWith('monitoring-service/'))
  for (const [line] of used) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
})

describe('The action', { timeout: patience }, () => {
  let project: Project
  let mock: Mock
  beforeAll(async () => {
    project = await installLinked('conformance')
    mock = await createMock()
  }, patience)
  afterAll(async () => {
    await mock?.close()
    await project?.remove()
  })

  interface Action {
    inputs: Record<string, { default?: string }>
    runs: { steps: Step[] }
  }

  /** Runs the action on Node 20, if it is installed, in a project that has the packed kit. */
  async function runAction(given: Record<string, string>): Promise<Job> {
    const { inputs, runs } = load(read(action)) as Action
    const defaults = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default ?? '']))
    const node = nodes.find(({ major }) => major === 20)?.program ?? process.execPath
    const PATH = `${dirname(node)}:${process.env.PATH}`
    const contexts = { inputs: { ...defaults, ...given }, github: { action_path: root } }
    return runSteps(runs.steps, contexts, { folder: project.folder, env: { ...process.env, PATH } })
  }

  it('fails for a server that does not conform, with verdicts and summary, and uploads nothing by itself', async () => {
    const { isSuccess, outputs, summary, used } = await runAction({ 'base-url': mock.url, args: '--only SIGN-05' })
    expect({ isSuccess, outputs, used }).toEqual({
      isSuccess: false,
      outputs: { 'exit-code': '1', documented: 'not conformant', sound: 'not conformant', profile: 'not conformant' },
      used: [],
    })
    expect(summary).toMatch(/^# .*not conformant/)
  })

  it('takes no name that the registry would look up', async () => {
    for (const version of ['0.1.0', 'latest', 'other-package']) {
      const { isSuccess, log } = await runAction({ 'base-url': mock.url, version })
      expect({ isSuccess, log }).toEqual({
        isSuccess: false,
        log: `version must be the path or URL of the kit's tarball, not ${version}\n`,
      })
    }
  })

  it('fails for a wrong setting, without the summary of an earlier run', async () => {
    const { isSuccess, outputs, summary, log } = await runAction({ 'base-url': mock.url, level: 'strict' })
    expect({ isSuccess, outputs, summary }).toEqual({ isSuccess: false, outputs: { 'exit-code': '2' }, summary: '' })
    expect(log).toContain('MC_LEVEL is documented or sound or profile, not "strict"')
  })

  it('judges the server that the workflow of examples/ci starts', async () => {
    const [port, hook] = [await freePort(), await freePort()]
    const program = join(project.folder, 'start-server')
    const flags = `--demo --store memory: --port ${port} --fixtures-port ${hook}`
    writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${root}server/main.ts' ${flags}\n`)
    chmodSync(program, 0o755)
    const text = JSON.stringify(stepsOf('examples/ci/conformance.yml')).replaceAll('3000', String(port))
    const steps = JSON.parse(text.replaceAll('3001', String(hook))) as Step[]
    const secrets = { ADMIN_API_KEY: demo.adminApiKey }
    const runner = { folder: project.folder, env: process.env }
    const { isSuccess, used } = await runSteps(steps, { secrets }, runner)
    const inputs = used.find(({ uses }) => uses.startsWith('monitoring-service/'))?.inputs ?? {}
    const { version, args, ...others } = inputs
    expect(version).toContain(`/v${manifest.version}/monitoring-service-conformance-${manifest.version}.tgz`)
    // The tarball is not released yet; the kit that is installed has the action's own version.
    const job = await runAction({ ...others, args: `${args} --only LOGIN-01,INC-01,ADMIN-01` })
    expect({ wasStarted: isSuccess, ...job }).toMatchObject({
      wasStarted: true,
      isSuccess: true,
      outputs: { 'exit-code': '0', documented: 'partial', sound: 'partial', profile: 'partial' },
      summary: expect.stringMatching(/^# .*: conformant/),
      used: [{ inputs: { name: inputs.artifact, path: 'conformance-report' } }],
    })
  })
})

it("examples/ci/front-end.yml runs a project's tests against the mock", { timeout: patience }, async () => {
  const { folder, remove } = await installLinked('mock')
  onTestFinished(remove)
  // Below the folder with the packages, since `npm ci` empties the project's own.
  const app = join(folder, 'app')
  mkdirSync(app)
  const test = `fetch(process.env.API_URL + '/nowhere').then(async (it) => console.log(await it.text()))`
  const own = { name: 'app', version: '1.0.0' }
  writeFileSync(join(app, 'package.json'), JSON.stringify({ ...own, scripts: { test: `node -e "${test}"` } }))
  writeFileSync(join(app, 'package-lock.json'), JSON.stringify({ ...own, lockfileVersion: 3, packages: { '': own } }))
  const port = await freePort()
  const [job] = Object.values(
    (load(read('examples/ci/front-end.yml').replaceAll('4010', String(port))) as Workflow).jobs,
  )
  const env = { ...process.env, ...job?.env }
  const { isSuccess, log } = await runSteps(job?.steps ?? [], {}, { folder: app, env })
  expect({ isSuccess, log }).toEqual({ isSuccess: true, log: expect.stringContaining('"code":"NOT_FOUND"') })
  expect(readFileSync(join(app, 'mock.log'), 'utf8')).toContain('GET /nowhere 404')
})

describe('The release', { timeout: patience }, () => {
  const stepsNamed = (title: string) =>
    stepsOf('.github/workflows/release.yml').filter(({ name = '' }) => name === title)
  const makeProject = async () => {
    const folder = await createFolder()
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  it.each([
    [`v${manifest.version}`, true],
    ['v99.0.0', false],
  ])('of the tag %s starts: %s', async (tag, isSuccess) => {
    const folder = await makeProject()
    writeFileSync(join(folder, 'package.json'), read('package.json'))
    const env = { ...process.env, GITHUB_REF_NAME: tag }
    const steps = stepsNamed('Compare the tag with the version of the packages')
    expect((await runSteps(steps, {}, { folder, env })).isSuccess).toBe(isSuccess)
  })

  it('gives no job that runs other code than npm and gh the right to publish or to write', () => {
    const { permissions, jobs } = load(read('.github/workflows/release.yml')) as Workflow
    const allowed = Object.values(jobs).map((job) => {
      const runs = job.steps.flatMap(
        ({ run = '' }) => run.match(/^\s*(?:npm|gh|\.\/?ci\/\w+|\.ci\/run|test)\b.*/gm) ?? [],
      )
      return {
        rights: Object.keys(job.permissions ?? permissions ?? {}),
        runs: runs.map((line) => line.trim().split(' ').slice(0, 2).join(' ')),
      }
    })
    expect(allowed).toEqual([
      { rights: ['contents'], runs: ['test "$GITHUB_REF_NAME"', '.ci/run', 'npm run'] },
      { rights: ['actions', 'contents', 'id-token'], runs: ['gh run', 'npm publish', 'gh release'] },
    ])
    expect(permissions).toEqual({ contents: 'read' })
  })

  it('publishes every tarball with provenance', async () => {
    const folder = await makeProject()
    mkdirSync(join(folder, 'dist/packages'), { recursive: true })
    const tarball = await pack('sdk')
    copyFileSync(tarball, join(folder, 'dist/packages', basename(tarball)))
    const env = { ...process.env, NPM_CONFIG_DRY_RUN: 'true', NPM_CONFIG_OFFLINE: 'true' }
    const { isSuccess, log } = await runSteps(stepsNamed('Publish'), {}, { folder, env })
    expect({ isSuccess, log }).toEqual({ isSuccess: true, log: expect.stringContaining('+ @monitoring-service/sdk@') })
  })
})
