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
/** The rooms of a package from bottom to top: a room imports those before it. Files outside of them join them. */
const rooms = {
  contract: [
    ...['openapi', 'documented', 'demo', 'extensions', 'derive', 'validation', 'requests'],
    ...['lint', 'diff', 'html', 'codegen'],
  ],
  server: ['store(?!/suite)', 'auth', 'domain', 'store/suite', 'jobs', 'http', 'ops', 'site', 'commands'],
  conformance: ['client', 'verdict', 'records', 'document', 'checks', 'explore', 'report', 'cli', 'self-test'],
}
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
    ...Object.entries(rooms).flatMap(([name, ordered]) =>
      ordered.slice(0, -1).map((room, index) => ({
        name: `arrows-of-${name}-${room.replace(/\W+/g, '-')}`,
        comment: `${room} may import ${ordered.slice(0, index).join(', ') || 'no other room'} of ${name}.`,
        severity: 'error',
        from: { path: `^${name}/${room}/` },
        to: { path: ordered.slice(index + 1).map((later) => `^${name}/${later}/`) },
      })),
    ),
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
