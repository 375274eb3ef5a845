/** Generates validation code from the contract's schemas, so that no schema is compiled at run time. */
import { fileURLToPath } from 'node:url'
import type { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { build } from 'esbuild'
import type { ContractSchemas } from '../derive/schemas.ts'
import { addressOf, createCompilers } from '../validation/compile.ts'

const validation = fileURLToPath(new URL('../validation', import.meta.url))

/** The text of a module without imports, and of its type declarations. */
export async function generateValidators(schemas: ContractSchemas, header: string): Promise<Record<string, string>> {
  const compilers = createCompilers(schemas, { source: true, esm: true })
  const [texts, values] = [listModule('texts', compilers.texts), listModule('values', compilers.values)]
  const operations = Object.entries(schemas.operations).map(([id, { responses }]) => {
    const at = (...keys: string[]) => addressOf(schemas, id, ...keys)
    const listed = Object.keys(responses).map((status) => `${status}: ${values.register(at('responses', status))}`)
    const responseList = `responses: { ${listed.join(', ')} }`
    return `${id}: { parameters: ${texts.register(at('parameters'))}, body: ${values.register(at('body'))}, ${responseList} }`
  })
  const modules: Record<string, string> = { texts: texts.code(), values: values.code() }
  const { outputFiles } = await build({
    stdin: {
      contents: [
        `import * as texts from 'texts'`,
        `import * as values from 'values'`,
        `export const validators = { ${operations.join(', ')} }`,
      ].join('\n'),
      resolveDir: validation,
    },
    plugins: [
      {
        name: 'modules',
        setup(build) {
          build.onResolve({ filter: /^(?:texts|values)$/ }, ({ path }) => ({ path, namespace: 'code' }))
          build.onLoad({ filter: /./, namespace: 'code' }, ({ path }) => ({
            contents: modules[path] as string,
            resolveDir: validation,
          }))
        },
      },
    ],
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['main'],
    target: 'es2022',
    minify: true,
    write: false,
  })
  return {
    'validators.js': `${header}${outputFiles[0]?.text}`,
    'validators.d.ts': `${header}import type { Validators } from '../validation/validator-types.ts'\n\nexport const validators: Validators\n`,
  }
}

/** A module that exports the validators of the registered addresses. */
function listModule(module: string, ajv: Ajv2020) {
  const names = new Map<string, string>()
  return {
    /** @returns the expression for the validator of an address. */
    register(address: string): string {
      const name = names.get(address) ?? `check${names.size}`
      names.set(address, name)
      return `${module}.${name}`
    },
    code: () => standalone.default(ajv, Object.fromEntries([...names].map(([address, name]) => [name, address]))),
  }
}
