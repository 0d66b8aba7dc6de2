import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { chainTimeComparisons, forbiddenEffects } from './support/forbidden-effects.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')

type Files = Readonly<Record<string, string>>

const sourceExports = JSON.stringify({
  '.': { '@dropkit/source': './src/index.ts' },
  './internal': { '@dropkit/source': './src/internal.ts' },
})

/** A small Dropkit that follows every rule, with stand-ins for the npm packages that the rules mention. */
const sound: Files = {
  'packages/core/src/index.ts': `export * from './application/claim.ts'`,
  'packages/core/src/internal.ts': `export * from './domain/drop.ts'`,
  'packages/core/src/domain/drop.ts': `import type { Refusal } from './refusal.ts'\nexport type Drop = Refusal`,
  'packages/core/src/domain/refusal.ts': `import type { Drop } from './drop.ts'\nexport type Refusal = Drop | 1`,
  'packages/core/src/domain/drop.test.ts': `import 'vitest'\nimport '@dropkit/testing'\nimport './drop.ts'`,
  'packages/core/src/ports/store.ts': `import '../domain/drop.ts'\nexport type Store = 1`,
  'packages/core/src/application/claim.ts': `import '../ports/store.ts'\nexport const claim = 1`,
  'packages/testing/src/index.ts': `import 'fast-check'\nimport './memory-store.ts'`,
  'packages/testing/src/memory-store.ts': `import '@dropkit/core'`,
  'packages/adapter-storage/src/index.ts': `import '@dropkit/core'\nimport 'knex'\nimport 'node:fs'`,
  'packages/adapter-storage/src/index.test.ts': `import '@dropkit/testing'\nimport './index.ts'`,
  'packages/adapter-chain/src/index.ts': `import '@dropkit/core'\nimport '@dropkit/core/internal'`,
  'apps/server/src/main.mjs': `import 'inversify'\nimport '@dropkit/adapter-chain'\nimport '@dropkit/core'`,
  'apps/site/src/index.ts': `export {}`,
  'apps/web/src/page/chosen-colours.js': `export {}`,
  'apps/web/src/index.tsx': `import '@dropkit/core'`,
  'apps/web/src/index.test.ts': `import './index.tsx'\nimport 'node:fs'`,
  'package.json': JSON.stringify({ name: 'small', workspaces: ['packages/*', 'apps/*'] }),
  'examples/claims.ts': `import '@dropkit/core'\nimport '@dropkit/testing'\nimport 'node:http'\nimport 'knex'`,
  'test/support/server.ts': `import '@dropkit/testing'\nimport '../../apps/server/src/main.mjs'`,
  ...Object.fromEntries(
    ['core', 'testing', 'adapter-storage', 'adapter-chain'].map((name) => [
      `packages/${name}/package.json`,
      `{ "name": "@dropkit/${name}", "type": "module", "exports": ${sourceExports} }`,
    ]),
  ),
  ...Object.fromEntries(
    ['fast-check', 'inversify', 'knex', 'vitest'].flatMap((name) => [
      [`node_modules/${name}/package.json`, `{ "name": "${name}", "main": "index.js" }`],
      [`node_modules/${name}/index.js`, ''],
    ]),
  ),
}

/** For each rule, a file that violates it. */
const planted: Readonly<
  Record<string, { readonly path: string; readonly source: string; readonly beside?: Files }>
> = {
  'domain-imports-domain-only': {
    path: 'packages/core/src/domain/a.ts',
    source: `import '../ports/store.ts'`,
  },
  'ports-import-domain-and-ports-only': {
    path: 'packages/core/src/ports/b.ts',
    source: `import type {} from '../application/claim.ts'`,
  },
  'application-imports-core-only': {
    path: 'packages/core/src/application/c.ts',
    source: `import '@dropkit/testing'`,
  },
  'core-uses-no-node-module': { path: 'packages/testing/src/d.ts', source: `import 'node:crypto'` },
  'core-uses-no-npm-package': { path: 'packages/core/src/application/e.ts', source: `import 'fast-check'` },
  'test-kit-uses-fast-check-only': { path: 'packages/testing/src/f.ts', source: `import 'vitest'` },
  'core-knows-no-adapter': { path: 'packages/core/src/g.ts', source: `import '@dropkit/adapter-chain'` },
  'test-kit-stays-in-tests': {
    path: 'packages/adapter-chain/src/h.ts',
    source: `import '@dropkit/testing'`,
  },
  'core-is-entered-by-its-exports': {
    path: 'packages/adapter-chain/src/i.ts',
    source: `import '../../core/src/domain/drop.ts'`,
  },
  'examples-use-no-internals': { path: 'examples/v.ts', source: `import '@dropkit/core/internal'` },
  'test-kit-is-entered-by-its-exports': {
    path: 'packages/adapter-chain/src/i.test.ts',
    source: `import '../../testing/src/memory-store.ts'`,
  },
  'adapters-do-not-know-each-other': {
    path: 'packages/adapter-chain/src/j.test.ts',
    source: `import '@dropkit/adapter-storage'`,
  },
  'migrations-import-migrations-only': {
    path: 'packages/adapter-storage/src/migrations/0001-first.ts',
    source: `import '@dropkit/core'`,
  },
  'client-knows-no-package': {
    path: 'packages/client/src/k2.ts',
    source: `import '@dropkit/adapter-chain'`,
  },
  'packages-know-no-app': {
    path: 'packages/adapter-chain/src/k.ts',
    source: `import '../../../apps/server/src/main.mjs'`,
  },
  'apps-do-not-know-each-other': {
    path: 'apps/server/src/l.ts',
    source: `import '../../site/src/index.ts'`,
  },
  'pages-know-core-and-client-only': {
    path: 'apps/web/src/s.tsx',
    source: `import '@dropkit/adapter-chain'`,
  },
  'pages-use-no-node-module': { path: 'apps/web/src/t.ts', source: `import 'node:crypto'` },
  'inversify-in-the-composition-root-only': {
    path: 'packages/adapter-storage/src/m.ts',
    source: `import 'inversify'`,
  },
  'product-imports-no-test': {
    path: 'apps/server/src/n.ts',
    source: `import '../../../test/support/server.ts'`,
  },
  'examples-use-packages-by-name': {
    path: 'examples/u.ts',
    source: `import '../packages/core/src/index.ts'`,
  },
  'no-cycle': {
    path: 'packages/core/src/domain/o.ts',
    source: `import { p } from './p.ts'\nexport const o = () => p`,
    beside: { 'packages/core/src/domain/p.ts': `import { o } from './o.ts'\nexport const p = () => o` },
  },
  'no-orphan': { path: 'packages/core/src/domain/q.ts', source: `export const q = 1` },
  'no-unresolved-import': { path: 'apps/server/src/r.ts', source: `import './nowhere.ts'` },
}

type Violation = { readonly rule: string; readonly from: string }

const layOut = (folder: string, files: Files): void => {
  for (const [path, source] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    writeFileSync(join(folder, path), `${source}\n`)
  }
  mkdirSync(join(folder, 'node_modules/@dropkit'), { recursive: true })
  for (const name of ['core', 'testing', 'adapter-storage', 'adapter-chain'])
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@dropkit', name))
  for (const name of ['tsconfig.base.json', 'tsconfig.test.json'])
    copyFileSync(join(root, name), join(folder, name))
}

const cruise = (folder: string): Promise<readonly Violation[]> =>
  new Promise((resolve, reject) => {
    const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const config = ['--config', join(root, '.dependency-cruiser.mjs'), '--output-type', 'json']
    execFile(
      process.execPath,
      [cruiser, ...config, 'packages', 'apps', 'test', 'examples'],
      { cwd: folder, maxBuffer: 64 * 2 ** 20 },
      (_, output, errors) => {
        try {
          const { summary } = JSON.parse(output) as {
            summary: { violations: { rule: { name: string; severity: string }; from: string }[] }
          }
          resolve(
            summary.violations.map(({ rule, from }) => ({ rule: `${rule.severity} ${rule.name}`, from })),
          )
        } catch (error) {
          reject(new Error(`${error}\n${errors}`))
        }
      },
    )
  })

describe('the architecture', () => {
  let folder: string
  beforeAll(() => {
    folder = temporaryFolder()
  })

  it('accepts a sound project', async () => {
    layOut(join(folder, 'sound'), sound)
    expect(await cruise(join(folder, 'sound'))).toEqual([])
  })

  describe('finds each planted violation', () => {
    let violations: readonly Violation[]
    beforeAll(async () => {
      const plants = Object.values(planted).map(({ path, source, beside }) => ({ [path]: source, ...beside }))
      layOut(join(folder, 'planted'), Object.assign({}, sound, ...plants))
      violations = await cruise(join(folder, 'planted'))
    })

    it.each(Object.entries(planted))('%s', (rule, { path }) => {
      expect(violations).toContainEqual({ rule: `error ${rule}`, from: path })
    })

    it('and reports no others', () => {
      const guilty = Object.values(planted).flatMap(({ path, beside }) => [
        path,
        ...Object.keys(beside ?? {}),
      ])
      expect(violations.filter(({ from }) => !guilty.includes(from))).toEqual([])
    })

    it('for every rule there is', async () => {
      const { default: config } = await import(join(root, '.dependency-cruiser.mjs'))
      const rules = (config.forbidden as readonly { name: string }[]).map(({ name }) => name)
      expect(Object.keys(planted).sort()).toEqual(rules.toSorted())
    })
  })
})

describe('effects that need no import', () => {
  it.each([
    ['core', 'const a = Date.now()', 'Date.now'],
    ['core', 'const a = new Date()', 'new Date() without an argument'],
    ['core', 'const a = new Date', 'new Date() without an argument'],
    ['core', 'const a = Date()', 'Date'],
    ['core', 'const { now } = Date', 'Date'],
    ['core', 'const a = Math.random()', 'Math.random'],
    ['core', 'const { random } = Math', 'Math'],
    ['core', 'const a = crypto.randomUUID()', 'crypto'],
    ['core', 'const a = globalThis.crypto', 'globalThis'],
    ['core', 'const a = performance.now()', 'performance'],
    ['core', `const a = process.env['A']`, 'process'],
    ['core', 'const a = { at: Date.now }', 'Date.now'],
    ['core', 'const f = (now = Date.now()) => now', 'Date.now'],
    ['adapter', 'const a = Date.now()', 'Date.now'],
    ['adapter', 'const { Date: now } = globalThis', 'globalThis'],
    ['core', 'const text = new Date(at).toLocaleDateString()', 'toLocaleDateString'],
    ['core', 'const hour = new Date(at).getHours()', 'getHours'],
    ['core', 'const at = new Date(2026, 0, 1).getTime()', 'new Date() with a local time'],
    ['core', `const text = new Intl.NumberFormat().format(1)`, 'Intl'],
    ['core', 'const at = Date.parse(text)', 'Date.parse'],
    ['core', 'const sorted = names.toSorted((one, other) => one.localeCompare(other))', 'localeCompare'],
    ['adapter', `const a = process.env['A']`, 'process.env'],
    ['adapter', 'const { env } = process', 'process.env'],
    ['server', 'const a = Date.now()', 'Date.now'],
    ['adapter', `import { env } from 'node:process'`, 'process.env'],
  ] as const)('are found in %s: %s', (territory, source, effect) => {
    expect(forbiddenEffects(source, territory)).toEqual([`1: ${effect}`])
  })

  it.each([
    ['core', 'const iso = (at: number) => new Date(at).toISOString()'],
    ['core', 'const at = Date.UTC(2026, 0, 1)'],
    ['adapter', 'const at = Date.parse(text)'],
    ['core', 'const least = Math.min(1, 2)'],
    ['core', 'type Row = { crypto: string; process: Date }; const row = { crypto: 1 }.crypto'],
    ['core', '// Date.now() and Math.random() stay outside\nconst text = "process.env"'],
    ['adapter', 'const at = process.pid + Math.random()'],
    ['server', `const a = process.env['A']`],
    ['adapter', 'const key = crypto.randomUUID()'],
    ['adapter', 'const elapsedMs = performance.now() - startedAtMs'],
  ] as const)('are not reported if there are none in %s: %s', (territory, source) => {
    expect(forbiddenEffects(source, territory)).toEqual([])
  })

  it('stay out of packages', () => {
    // The client package may read the clock, because no caller passes it the time.
    const sources = globSync('packages/*/src/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts') && !path.startsWith(join('packages', 'client')),
    )
    expect(sources.length).toBeGreaterThan(5)
    // The contract suites run on adapters, and measure how long one writes.
    const isPure = (path: string) => /^packages.(core|testing)\b(?!.src.contract\b)/.test(path)
    const found = sources.flatMap((path) =>
      forbiddenEffects(readFileSync(join(root, path), 'utf8'), isPure(path) ? 'core' : 'adapter').map(
        (effect) => `${path}:${effect}`,
      ),
    )
    // `parseIso` reads times with a zone only.
    expect(found).toEqual([expect.stringMatching(/^packages.core.src.domain.instant\.ts:\d+: Date\.parse$/)])
  })

  it("keep to one file where the server reads the machine's clock", () => {
    const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
      (path) => !path.endsWith('.test.ts') && !path.endsWith('.test-data.ts'),
    )
    const found = sources.filter(
      (path) => forbiddenEffects(readFileSync(join(root, path), 'utf8'), 'server').length > 0,
    )
    expect(found).toEqual([join('apps', 'server', 'src', 'time', 'service-clock.ts')])
  })
})

describe('times of the chain', () => {
  /** Why each comparison is right although the clocks of the chain and of the service differ. */
  const KNOWN = {
    // The chain judges expiry by its own clock.
    'chainTime >= transaction.expiresAt': 'application/chain/send-stored.ts',
    'expiresAt < chainTime': 'application/claims/expire-claims.ts',
    // Both are times of the chain. If another server ended the transaction, its time is not known, and a wrong answer costs gas.
    'chainTime <= change.at': 'application/vaults/reconcile-vault.ts',
    // With a margin.
    'answer.value.chainTime < readAt + CLOCK_MARGIN_MS': 'application/vaults/reconcile-vault.ts',
    'chainTime > drop.updatedAt + CLOCK_DIFFERENCE_MS': 'application/claims/free-nonces.ts',
    'answer.value.chainTime <= missingSince + CLOCK_DIFFERENCE_MS': 'application/vaults/close-vault.ts',
    // Strict, because anyone can make an intent for a transfer that is on the chain; the next two give the margin.
    'createdAt <= transfer.at': 'domain/payment/match-payment.ts',
    'intent.createdAt > facts.transfer.at': 'domain/payment/match-payment.ts',
    'intent.createdAt <= facts.transfer.at + CLOCK_DIFFERENCE_MS': 'domain/payment/match-payment.ts',
    // A day later, seconds do not matter.
    'intent.expiresAt + latePaymentWatchMs >= transfer.at': 'domain/payment/match-payment.ts',
    // Lateness uses the chain's time, and only says whether the items have to fit again.
    'receipt.at > intent.expiresAt': 'domain/payment/take-payment.ts',
    'receipt.at > intent.state.at': 'domain/payment/take-payment.ts',
  }

  it('are compared with times of the service only where that is known to be right', () => {
    const core = join(root, 'packages', 'core', 'src')
    const sources = globSync('**/*.ts', { cwd: core }).filter((path) => !path.endsWith('.test.ts'))
    const found = sources.flatMap((path) =>
      chainTimeComparisons(readFileSync(join(core, path), 'utf8')).map((text) => `${text} in ${path}`),
    )
    expect(found.sort()).toEqual(
      Object.entries(KNOWN)
        .map(([text, path]) => `${text} in ${join(...path.split('/'))}`)
        .sort(),
    )
  })
})
