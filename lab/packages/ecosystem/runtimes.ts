/** The JavaScript runtimes beside Node and browsers, each running the program that uses the SDK. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../programs.ts'
import { bundle } from '../consumer/bundle.ts'
import { findProgram, load } from './place.ts'

/** Runs the program in a project that has it, and returns its result. */
export type RunConsumer = (folder: string, input: object) => Promise<unknown>

const bun: RunConsumer = async (folder, input) =>
  JSON.parse(
    await run(findProgram('@oven/bun-*/bin/bun'), ['consumer-cli.mjs', JSON.stringify(input)], { cwd: folder }),
  )

const deno: RunConsumer = async (folder, input) => {
  const flags = ['run', '--no-remote', '--node-modules-dir=manual', '--allow-net', '--allow-env=NODE_ENV']
  return JSON.parse(
    await run(findProgram('@deno/*/deno'), [...flags, 'consumer-cli.mjs', JSON.stringify(input)], { cwd: folder }),
  )
}

interface EdgeRuntime {
  EdgeVM: new (options: { initialCode: string }) => { evaluate(code: string): unknown }
}

const edge: RunConsumer = async (folder, input) => {
  const { EdgeVM } = await load<EdgeRuntime>('@edge-runtime/vm')
  const vm = new EdgeVM({ initialCode: await bundle(folder, 'neutral') })
  const apisOfNode = vm.evaluate('typeof process + typeof require + typeof Buffer')
  if (apisOfNode !== 'undefined'.repeat(3)) throw new Error(`it has APIs of Node: ${apisOfNode}`)
  return JSON.parse(String(await vm.evaluate(`program.callEverything(${JSON.stringify(input)}).then(JSON.stringify)`)))
}

/** Cloudflare's runtime, without its flag for the APIs of Node. */
const workerd: RunConsumer = async (folder, input) => {
  const config = `using Workerd = import "/workerd/workerd.capnp";
    const config :Workerd.Config = (
      services = [
        (name = "main", worker = (
          modules = [(name = "worker", esModule = embed "worker.js")],
          compatibilityDate = "2026-07-01",
          globalOutbound = "network"
        )),
        (name = "network", network = (allow = ["private", "public"]))
      ]
    );`
  const test = `export default {
    async test() { console.log('returned ' + JSON.stringify(await program.callEverything(${JSON.stringify(input)}))) }
  }`
  await writeFile(join(folder, 'worker.js'), `${await bundle(folder, 'neutral')}\n${test}`)
  await writeFile(join(folder, 'config.capnp'), config)
  const program = findProgram('@cloudflare/workerd-*/bin/workerd')
  const output = await run('sh', ['-c', `"${program}" test config.capnp 2>&1`], { cwd: folder })
  return JSON.parse(/returned (\{.*\})/.exec(output)?.[1] ?? `"${output}"`)
}

export const runtimes: Record<string, RunConsumer> = { Bun: bun, Deno: deno, workerd, 'edge runtime': edge }
