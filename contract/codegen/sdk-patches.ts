/** Patches of hey-api's TanStack Query options, for a client whose calls throw error classes. */

interface Patch {
  reason: string
  find: RegExp
  replacement: string | ((found: string) => string)
}

const imports = [
  "import type { Thrown } from '../../runtime/errors.ts';",
  "import type { Options } from '../../runtime/client.ts';",
  "import { headersInKey, type MutationDefaults, type MutationInput, mergeInput } from '../../runtime/query-options.ts';",
  'import',
].join('\n')

const patches: Patch[] = [
  {
    reason: 'the functions are our own, and their options are a type of the runtime',
    find: /, type Options, (.*)sdk\.gen\.ts/,
    replacement: ', $1operations.gen.ts',
  },
  {
    reason: 'an operation has no base URL of its own',
    find: /options\?\.baseUrl \|\| /,
    replacement: '',
  },
  {
    reason: 'the base URL belongs to the key, not to the options',
    find: /Pick<TOptions, 'baseUrl' \| (.*)> & \{/,
    replacement: 'Pick<TOptions, $1> & {\n        baseUrl: string | undefined;',
  },
  {
    reason: 'calls always throw, without an option',
    find: /,\n *throwOnError: true/g,
    replacement: '',
  },
  {
    reason: 'the client is an option, which TypeScript does not narrow, and its base URL is a property',
    find: /\(options\?\.client\)\.getConfig\(\)\.baseUrl/g,
    replacement: 'options?.client.baseUrl',
  },
  {
    reason: 'the type of a thrown error needs the map of statuses to bodies: import it in place of the body',
    find: /^import type .*types\.gen\.ts.*$/m,
    replacement: (line) => line.replace(/(\w+)Error\b/g, '$1Errors'),
  },
  {
    reason: 'calls throw error classes, not bodies',
    find: /\b(\w+)Error(?=,|>)/g,
    replacement: 'Thrown<$1Errors>',
  },
  {
    reason: 'the options of a mutation must contain the client',
    find: /\(options\?: Partial<(Options<\w+>)>(?=\): UseMutationOptions)/g,
    replacement: "<Given extends keyof $1 = 'client'>(options: MutationDefaults<$1, Given>",
  },
  {
    reason: 'the calls of a mutation need not contain again what its options contain',
    find: /(UseMutationOptions<.*?, )(Options<\w+>)>/g,
    replacement: '$1MutationInput<$2, Given>>',
  },
  {
    reason: 'the types above say that both together are complete',
    find: /\(\{\n *\.\.\.options,\n *\.\.\.fnOptions\n *\}\)/g,
    replacement: '(mergeInput(options, fnOptions))',
  },
  {
    reason: 'a key is compared as JSON, in which Headers are empty',
    find: /params\.headers = options\.headers;/,
    replacement: 'Object.assign(params, headersInKey(options.headers));',
  },
  { reason: 'the patches above use the runtime', find: /^import/m, replacement: imports },
]

/** @throws Error if the text of a patch is not found, which means that hey-api's output has changed. */
export function patchQueries(queries: string): string {
  return patches.reduce((text, { reason, find, replacement }) => {
    if (text.search(find) < 0) throw new Error(`hey-api's output has no ${find}, to be patched because ${reason}`)
    return text.replace(find, replacement as string)
  }, queries)
}
