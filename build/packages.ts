/** The packages that are published, with what goes into them. */

export interface Package {
  /** Commands by their names: the source file of each. */
  bin?: Record<string, string>
  /** Entries by their export path: the source file of each. */
  exports: Record<string, string>
  /** Source files that are started by their path, such as a worker's. */
  workers?: string[]
  /** Files that are read at run time, by pattern from the root; they keep their place. */
  assets: string[]
}

const contract = ['openapi.yaml', 'contract/generated/validators.*', 'contract/demo/data.json']

export const packages: Record<string, Package> = {
  conformance: {
    bin: { 'monitoring-conformance': 'conformance/cli/main.ts' },
    exports: {},
    assets: [...contract, 'conformance/*.schema.json'],
  },
  mock: {
    bin: { 'monitoring-mock': 'mock/main.ts' },
    exports: { '.': 'mock/server.ts', './msw': 'mock/msw.ts' },
    assets: [...contract, 'mock/scenario-page/*.{css,js}'],
  },
  server: {
    bin: { 'monitoring-server': 'server/main.ts' },
    exports: { '.': 'server/index.ts', './store-suite': 'server/store/suite/index.ts' },
    workers: ['server/auth/bcrypt-worker.ts'],
    assets: [...contract, 'server/site/*.{css,js}', 'contract/agreement.json'],
  },
}
