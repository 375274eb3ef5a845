/** The packages that are published, with what goes into them. */

export interface Package {
  /** Commands by their names: the source file of each. */
  bin?: Record<string, string>
  /** Entries by their export path: the source file of each. */
  exports?: Record<string, string>
  /** The export paths that are published as CommonJS, too. */
  commonjs?: 'all' | string[]
  /** Source files that are started by their path, such as a worker's. */
  workers?: string[]
  /** Source files, started by their path, that are bundled with the packages that they import, so that these are not installed. */
  bundles?: string[]
  /** Packages that are needed though no file imports them: peers of those that are imported. */
  dependencies?: string[]
  /** Files that are read at run time, by pattern from the root; they keep their place. */
  assets?: string[]
  /** Folders of the files that are made from openapi.yaml to be published (`contract/codegen/published.ts`). */
  published?: string[]
  /** Files of the package that its users read, exported by their names. */
  files?: string[]
  /** Files of the repository that its users copy, by pattern from the root; they keep their place. */
  examples?: string[]
  /** Pages of the repository; they keep their place. */
  documents?: string[]
  /** The standard library of the oldest Node that the package supports. */
  lib?: string[]
  /** The Nodes that the package needs if its sources do not say so: npm would warn about them on Node 20, though scripts bring Node 24. */
  node?: string
}

/** Without, for example, `Map.groupBy` and `Promise.withResolvers`. */
const node20 = ['lib.es2023.d.ts', 'lib.es2024.string.d.ts']

const contract = [
  'openapi.yaml',
  'contract/generated/openapi.schema.json',
  'contract/generated/validators.*',
  'contract/demo/data.json',
]

export const packages: Record<string, Package> = {
  // Compiled on its own, without the types of Node: it also runs in browsers.
  sdk: {
    commonjs: 'all',
    exports: {
      '.': 'sdk/index.ts',
      './operations': 'sdk/operations.ts',
      './fetch': 'sdk/fetch.ts',
      './react-query': 'sdk/react-query.ts',
      './testing': 'sdk/testing.ts',
      './validators': 'sdk/validators.ts',
    },
  },
  conformance: {
    bin: { 'monitoring-conformance': 'conformance/cli/main.ts' },
    assets: contract,
    files: ['config.schema.json', 'report.schema.json'],
    examples: ['examples/hooks/*.{go,java,php,py}', 'examples/pytest/*.py', 'examples/ci/conformance.yml'],
    lib: node20,
  },
  mock: {
    bin: { 'monitoring-mock': 'mock/main.ts' },
    exports: { '.': 'mock/server.ts', './msw': 'mock/msw.ts', './client': 'mock/control/client.ts' },
    commonjs: ['./msw', './client'],
    bundles: ['mock/prism.ts'],
    assets: [...contract, 'mock/pages.css', 'mock/{live,scenario-page}/*.{css,js}'],
    lib: node20,
  },
  server: {
    bin: { 'monitoring-server': 'server/main.ts' },
    exports: { '.': 'server/index.ts', './store-suite': 'server/store/suite/index.ts' },
    dependencies: ['commander'],
    workers: ['server/auth/bcrypt-worker.ts', 'server/store/sql/sqlite-thread.ts'],
    assets: [...contract, 'server/site/**/*.{css,js,svg}', 'docs/clients.md'],
    published: ['openapi', 'collections'],
    examples: ['deploy/{Caddyfile,kubernetes.yaml,*.cfg,*.conf,*.service,*.yml}'],
    documents: ['SECURITY.md', 'docs/operating.md'],
    lib: ['lib.es2024.d.ts'],
    node: '>=22.16',
  },
}

/** Whether an entry can be loaded by `require` on every Node and by every tool. */
export function isCommonJs({ commonjs = [] }: Package, path: string): boolean {
  return commonjs === 'all' || commonjs.includes(path)
}
