/** The borders of the packages: which way imports may point, and that there is no circle. Run by `npm run check:borders`. */

/** Each package with those it may import. */
const arrows = {
  contract: [],
  http: ['contract'],
  server: ['contract', 'http'],
  mock: ['contract', 'http', 'server'],
  demo: ['contract', 'http', 'server', 'mock'],
  sdk: ['contract'],
  conformance: ['contract'],
}
/** The rooms of the kit from bottom to top: a room imports those before it. */
const rooms = ['client', 'verdict', 'records', 'document', 'checks', 'explore', 'report', 'cli', 'self-test']
const packages = Object.keys(arrows)
const anyOf = (names) => `^(?:${names.join('|')})/`

export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'No file may depend on itself, not even by its types.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { circular: true },
    },
    ...Object.entries(arrows).map(([name, allowed]) => ({
      name: `arrows-of-${name}`,
      comment: `${name} may import ${allowed.join(', ') || 'no other package'}.`,
      severity: 'error',
      from: { path: `^${name}/` },
      to: { path: anyOf([...packages.filter((other) => other !== name && !allowed.includes(other)), 'test', 'lab']) },
    })),
    {
      name: 'arrows-of-test',
      comment: 'The lab may import the tests and what supports them, and not the other way round.',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^lab/' },
    },
    ...rooms.slice(0, -1).map((room, index) => ({
      name: `arrows-of-the-kit-${room}`,
      comment: `${room} may import ${rooms.slice(0, index).join(', ') || 'no other room'} of the kit.`,
      severity: 'error',
      from: { path: `^conformance/${room}/` },
      to: { path: rooms.slice(index + 1).map((later) => `^conformance/${later}/`) },
    })),
    {
      name: 'by-name-only',
      comment: 'Another package is imported by its name and its exports, never by a relative path.',
      severity: 'error',
      from: { path: `^(${packages.join('|')})/` },
      to: { path: anyOf(packages), pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'declared',
      comment: 'A package declares what it imports.',
      severity: 'error',
      from: { pathNot: '^test/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown'] },
    },
    {
      name: 'resolvable',
      comment: 'An import leads to a file.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: false,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
