/** The program as one script that defines `program`, for runtimes that take no packages. */
import { join } from 'node:path'
import { build } from 'esbuild'

export async function bundle(folder: string, platform: 'browser' | 'neutral', file = 'consumer.mjs'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'program',
    mainFields: ['module', 'main'],
    platform,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}
