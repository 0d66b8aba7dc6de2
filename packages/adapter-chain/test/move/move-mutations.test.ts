import { beforeAll, describe, expect, it } from 'vitest'
import { plantedShare, triedOf } from '../../../../test/support/planted-share.ts'
import { type MoveFiles, readMovePackage, runMoveTests } from '../../tools/compile-move.ts'
import { mutationsOf } from './move-mutations.ts'

// Checks the quality of the Move tests: if any single part of the package is weakened, at least one of them must fail.

const files = readMovePackage('dropkit')
const isSource = (path: string): boolean => path.startsWith('sources/')

/**
 * Mutations that no test can detect: only one of the exchanged conditions can be true at a time, or a wallet is compared
 * with itself.
 */
const WITHOUT_EFFECT: readonly RegExp[] = [
  /amount > 0, EZeroAmount\); assert!\(amount <= .* the other way round$/,
  /amount <= .*, EInsufficientVault\); assert!\(amount > 0, EZeroAmount\); the other way round$/,
  /> is >= in if \(i > 1 && /,
]

const mutations = Object.entries(files)
  .filter(([path]) => isSource(path))
  .flatMap(([path, source]) => mutationsOf(path, source).map((mutation) => ({ path, ...mutation })))
  .filter(({ name }) => !WITHOUT_EFFECT.some((pattern) => pattern.test(name)))

/** The test of an endless loop only ends when its gas is spent. */
const ENDLESS_LOOP_MS = 120_000

// A mutation takes up to two seconds, so a run tries one of ten shares.
const SHARES = 10
const tried = triedOf(mutations, SHARES)

describe(`the Move tests (PLANTED_SHARE=${plantedShare})`, () => {
  beforeAll(async () => {
    expect(await runMoveTests(files)).toMatchObject({ passed: true })
  })

  it('are tried with every check of every source', () => {
    for (const [path, source] of Object.entries(files).filter(([path]) => isSource(path))) {
      const checks = source.match(/assert!\(|^ +check\(/gm) ?? []
      const leftOut = mutations.filter(
        (mutation) => mutation.path === path && /(?:assert!|: check)\(.* left out$/.test(mutation.name),
      )
      expect(leftOut.length, path).toBe(checks.length)
    }
  })

  it.each(tried.map(({ name, ...mutation }) => [name, mutation] as const))(
    'notice %s',
    async (_name, { path, source }) => {
      const weakened = { ...files, [path]: source }
      expect((await passes(withTestsOf(path, weakened))) && (await passes(weakened))).toBe(false)
    },
    ENDLESS_LOOP_MS,
  )
})

const passes = async (weakened: MoveFiles): Promise<boolean> => (await runMoveTests(weakened)).passed

/**
 * The package with only those tests that use the mutated module, and the modules that these need. Tests take most of the
 * time.
 */
function withTestsOf(path: string, weakened: MoveFiles): MoveFiles {
  const isOf = new RegExp(`dropkit::${moduleAt(path)}\\b`)
  const kept = new Set(Object.keys(weakened).filter((name) => !isTest(name)))
  const keep = (name: string) => {
    if (kept.has(name)) return
    kept.add(name)
    for (const [, used] of (weakened[name] ?? '').matchAll(/dropkit::(\w+)/g)) {
      if (`tests/${used}.move` in weakened) keep(`tests/${used}.move`)
    }
  }
  for (const [name, text] of Object.entries(weakened)) if (isTest(name) && isOf.test(text)) keep(name)
  return Object.fromEntries(Object.entries(weakened).filter(([name]) => kept.has(name)))
}

const isTest = (path: string): boolean => path.startsWith('tests/')
const moduleAt = (path: string): string => path.replace('sources/', '').replace('.move', '')
