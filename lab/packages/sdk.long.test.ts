/** The packed SDK, installed in a separate project: its types, programs that use it, and the examples. */
import { join } from 'node:path'
import { startServer } from '@monitoring-service/server'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { nodes } from '../../test/runtimes/index.ts'
import { compiler, type Project } from '../../test/support/packages/install.ts'
import { demoSettings } from '../../test/support/settings.ts'
import { createSdkProject } from './sdk-project.ts'

const patience = 90_000
const demoIncidents = ['01J0000000000001NC1DENT004', '01J0000000000001NC1DENT003', '01J0000000000001NC1DENT007']

let project: Project
beforeAll(async () => {
  project = await createSdkProject()
}, patience)
afterAll(() => project?.remove())

describe('A program that uses the SDK', { tags: ['P77'], timeout: patience }, () => {
  const onNodes = it.each(nodes.filter(({ program }) => program))
  const output = async (program: string | undefined, ...args: string[]) => {
    const { stdout, stderr } = await project.on(program ?? '').node(...args)
    return stdout + stderr
  }

  onNodes('can require it in $name, even beside imports', async ({ program }) => {
    const code = `
      const entries = ['', '/operations', '/fetch', '/react-query', '/testing', '/validators']
      const [main, operations] = entries.map((entry) => require('@monitoring-service/sdk' + entry))
      import('@monitoring-service/sdk').then(({ ApiError }) => console.log([main, operations].map((it) => it.ApiError === ApiError)))`
    expect(await output(program, '-e', code)).toBe('[ true, true ]\n')
  })

  onNodes(
    'leaves no listener on a signal that concurrent calls share at any garbage collection of $name',
    async ({ program }) => {
      const code = `
      import { getEventListeners } from 'node:events'
      import { createMonitoring } from '@monitoring-service/sdk'
      const { signal } = new AbortController()
      const fetch = async () => {
        await new Promise(setImmediate)
        gc()
        return Response.json({})
      }
      const { incidents } = createMonitoring({ baseUrl: 'https://monitoring.example', fetch })
      await Promise.all(Array.from({ length: 10 }, () => incidents.resolve('id', {}, { signal })))
      console.log(getEventListeners(signal, 'abort').length)`
      expect(await output(program, '--expose-gc', '--input-type=module', '-e', code)).toBe('0\n')
    },
  )

  it('can require it without support for modules in require, as in Jest', async () => {
    const code = `console.log(typeof require('@monitoring-service/sdk').createMonitoring)`
    const flags = ['--no-experimental-require-module', '--input-type=commonjs', '-e', code]
    expect(await output(process.execPath, ...flags)).toBe('function\n')
  })

  it.each(['browser', 'node'] as const)(
    'is bundled for %s with the reasons of lost connections only in Node',
    async (platform) => {
      const file = join(project.folder, 'node_modules/@monitoring-service/sdk/dist/sdk/index.js')
      const { outputFiles } = await build({ entryPoints: [file], bundle: true, write: false, format: 'esm', platform })
      expect(outputFiles[0]?.text.includes('addrinfo')).toBe(platform === 'node')
    },
  )

  it('can be the example in examples/node, which resolves incidents and prints the result of each', async () => {
    const { url, close } = await startServer(demoSettings)
    onTestFinished(() => close(0))
    const { shell } = project.on(process.execPath)
    const example = async () => (await shell(`MONITORING_URL=${url} node examples/node/resolve.mjs`)).stdout
    const others = `${demoIncidents[1]}  was resolved before\n${demoIncidents[2]}  does not belong to your team\n`
    expect(await example()).toMatch(/^01J0000000000001NC1DENT004 {2}resolved at \S+Z: /)
    expect(await example()).toBe(`${demoIncidents[0]}  was resolved before\n${others}`)
  })

  it('has types in the example in examples/react', async () => {
    const { stdout } = await project.on(process.execPath).node(compiler, '-p', 'examples/react')
    expect(stdout).toBe('')
  })
})
