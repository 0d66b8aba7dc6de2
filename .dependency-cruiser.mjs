// The architecture, as rules. test/architecture.test.ts plants a violation of each and shows that it is found.
// An arrow between packages points inward only: adapters → core, apps → adapters and core.

const tests = String.raw`\.test\.ts$`
const core = '^packages/core/src'
const kit = '^packages/testing/src'
const npmKinds = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown']

const forbidden = [
  {
    name: 'domain-imports-domain-only',
    comment: 'The rules are pure: they import nothing but each other.',
    from: { path: `${core}/domain/`, pathNot: tests },
    to: { pathNot: `${core}/domain/` },
  },
  {
    name: 'ports-import-domain-and-ports-only',
    comment: 'A port says in domain words what the rules need.',
    from: { path: `${core}/ports/`, pathNot: tests },
    to: { pathNot: `${core}/(domain|ports)/` },
  },
  {
    name: 'application-imports-core-only',
    comment: 'A use case reaches the world through ports.',
    from: { path: `${core}/application/`, pathNot: tests },
    to: { pathNot: `${core}/(domain|ports|application)/` },
  },
  {
    name: 'core-uses-no-node-module',
    comment: 'Core and its test kit run wherever JavaScript runs.',
    from: { path: `${core}/|${kit}/`, pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'core-uses-no-npm-package',
    comment: 'Core has no dependency.',
    from: { path: `${core}/`, pathNot: tests },
    to: { dependencyTypes: npmKinds },
  },
  {
    name: 'test-kit-uses-fast-check-only',
    comment: 'Users of the test kit install fast-check and the test runner that they prefer.',
    from: { path: `${kit}/`, pathNot: tests },
    to: { dependencyTypes: npmKinds, pathNot: 'node_modules/(fast-check|pure-rand)/' },
  },
  {
    name: 'core-knows-no-adapter',
    comment: 'Imports point inward. The tests of core use the test kit, which knows core only.',
    from: { path: '^packages/(core|testing)/' },
    to: { path: '^(apps/|packages/(?!core/|testing/))' },
  },
  {
    name: 'test-kit-stays-in-tests',
    comment: 'Published code, core included, does not depend on what tests it.',
    from: { path: '^(packages|apps)/', pathNot: `${tests}|${kit}/|^(packages|apps)/[^/]+/test/` },
    to: { path: '^packages/testing/' },
  },
  {
    name: 'core-is-entered-by-its-exports',
    comment:
      'Core exports src/index.ts, and src/internal.ts for packages of this repository. The rest may move.',
    from: { path: '^(packages|apps|test|bench|examples)/', pathNot: '^packages/core/' },
    to: { path: `${core}/`, pathNot: `${core}/(index|internal)\\.ts$` },
  },
  {
    name: 'examples-use-no-internals',
    comment: 'Embedders use what semantic versioning covers: the root of core.',
    from: { path: '^examples/' },
    to: { path: `${core}/internal\\.ts$` },
  },
  {
    name: 'test-kit-is-entered-by-its-exports',
    comment: 'The test kit exports src/index.ts. The rest may move.',
    from: { path: '^(packages|apps|test|bench|examples)/', pathNot: '^packages/testing/' },
    to: { path: `${kit}/`, pathNot: `${kit}/index\\.ts$` },
  },
  {
    name: 'adapters-do-not-know-each-other',
    comment: 'An adapter is exchanged without the others noticing.',
    from: { path: '^packages/(adapter-[^/]+)/' },
    to: { path: '^packages/adapter-', pathNot: '^packages/$1/' },
  },
  {
    name: 'migrations-import-migrations-only',
    comment: 'A released migration never changes. A constant of the rules may.',
    from: {
      path: '^packages/adapter-storage/src/migrations/',
      pathNot: `${tests}|/migrations/migrate\\.ts$`,
    },
    to: { pathNot: '^packages/adapter-storage/src/migrations/' },
  },
  {
    name: 'client-knows-no-package',
    comment:
      'The client talks to the service over HTTP. It runs in pages of others, and brings nothing of ours along.',
    from: { path: '^packages/client/src/' },
    to: { path: '^packages/(?!client/)' },
  },
  {
    name: 'packages-know-no-app',
    comment: 'Arrows point inward.',
    from: { path: '^packages/' },
    to: { path: '^apps/' },
  },
  {
    name: 'apps-do-not-know-each-other',
    comment: 'They meet over HTTP.',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/', pathNot: '^apps/$1/' },
  },
  {
    name: 'pages-know-core-and-client-only',
    comment: 'The pages use the client for requests, and core to verify what the server says.',
    from: { path: '^apps/web/' },
    to: { path: '^packages/(?!core/|client/)' },
  },
  {
    name: 'pages-use-no-node-module',
    comment: 'They run in browsers; their tests and their build do not.',
    from: { path: '^apps/web/src/', pathNot: tests },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'inversify-in-the-composition-root-only',
    comment: 'Wiring is the business of apps/server alone; everything else takes plain arguments.',
    from: { pathNot: '^apps/server/|node_modules/' },
    to: { path: 'node_modules/(inversify|@inversifyjs|reflect-metadata)/' },
  },
  {
    name: 'product-imports-no-test',
    comment: 'Tests lean on the product, never the other way round.',
    from: { path: '^(packages|apps)/', pathNot: `${tests}|^(packages|apps)/[^/]+/test/` },
    to: { path: `${tests}|^(test|bench|examples)/` },
  },
  {
    name: 'examples-use-packages-by-name',
    comment: 'An example works in a folder of its own: one file, and packages by their names.',
    from: { path: '^examples/' },
    to: { dependencyTypes: ['local'], dependencyTypesNot: ['aliased-workspace'] },
  },
  {
    name: 'no-cycle',
    comment:
      'Two files that need each other when they run are one subject, or lack a third. Types may name each ' +
      'other (a refusal names an amount, and parsing an amount gives a refusal): that is gone at run time.',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'no-orphan',
    comment: 'A file that no file imports and that imports no file is dead, or index.ts does not export it.',
    from: {
      orphan: true,
      pathNot: [
        tests,
        String.raw`(^|/)(index|main)\.tsx?$`,
        String.raw`\.(config|d)\.ts$`,
        '^(test|bench|examples)/',
        // HTML loads it.
        '^apps/web/src/page/chosen-colours.js$',
      ],
    },
    to: {},
  },
  {
    name: 'no-unresolved-import',
    comment:
      'Every import leads somewhere. Those of the bench are checked when it runs, because its packages are only there then.',
    from: { pathNot: '^bench/' },
    to: { couldNotResolve: true },
  },
]

export default {
  forbidden: forbidden.map((rule) => ({ severity: 'error', ...rule })),
  options: {
    doNotFollow: { path: 'node_modules' },
    // The browser's package has a lock file of its own, and is there only where it is needed.
    exclude: { path: '(^|/)(dist|dist-next|coverage)/|^test/browser/own-chromium/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.test.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['@dropkit/source', 'import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
    skipAnalysisNotInRules: true,
  },
}
