// A test runner for Stryker that loads the tests and what they test once a process, and then runs them for one mutant
// after another: which mutant is alive is a variable. It keeps to what the tests of the rules and the use cases need of
// vitest, which loads everything anew for each mutant and takes ten times as long.
import { glob, readFile } from 'node:fs/promises'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { configureGlobal } from 'fast-check'
import { beginFile, beginRun, collected, restoreMocks } from './stand-in-for-vitest.mjs'

const CORE_TESTS = 'packages/core/src/{domain,application}/**/*.test.ts'
/** Tried where core's own tests notice nothing: they ask for a use case through the API, on ports in memory. */
const API_TESTS = 'packages/adapter-graphql/test/**/*.test.ts'

/** What a test imports or calls that opens sockets or waits for real time. */
const IS_SLOW = /web-sockets|subscri|\.listen\(|node:(net|http)|setTimeout/

/** Each property is tried a few times, and always the same ones: a mutant that survives today survives tomorrow. */
const TRIES = Number(process.env.PROPERTY_RUNS ?? 100)

/** Half a second and more, for what shorter tests beside them show as well. */
const LONG = [
  'calls off at once as many open intents as it can, and then the others',
  'is neither made nor lost, whatever is done in whatever order',
  'are read a piece at a time, any number of them',
  'are the same over any number of claims, whatever was remembered before',
  'may have ten mebibytes and not one byte more',
  'takes four transactions for a thousand claims',
]

/** A test that waits for what will not come is over after this, and after many times what it takes otherwise. */
const LEAST_PATIENCE_MS = 3_000
const PATIENCE = 10

/** A mutant that one test meets more often than all tests did before, and more often than this, goes in a circle. */
const LEAST_HITS = 10_000
const STRYKERS_HIT_FACTOR = 100

/** Instead of them the tests get those of this folder; the hashes of the test kit are written for readers. */
const STAND_INS = [
  [/^vitest$/, new URL('./stand-in-for-vitest.mjs', import.meta.url).href],
  [/\/doubles\/pure-hashes\.ts$|^\.\/pure-hashes\.ts$/, new URL('./quick-hashes.mjs', import.meta.url).href],
]

/** The sandbox has the packages of the repository beside the mutated copy, and these there lead back to the tree. */
const COPIES = {
  '@dropkit/core': 'packages/core/src/index.ts',
  '@dropkit/core/testing': 'packages/core/src/testing/index.ts',
  '@dropkit/adapter-graphql': 'packages/adapter-graphql/src/index.ts',
}

/** Where an import leads instead, if it does. Known in the sandbox only: this file is loaded before. */
function insteadOf(name) {
  if (Object.hasOwn(COPIES, name)) return pathToFileURL(COPIES[name]).href
  const [, url] = STAND_INS.find(([replaced]) => replaced.test(name)) ?? []
  return url
}

/** What the mutated code reads: which of its mutants is alive, and what it writes: which were met. */
const state = () => {
  globalThis.__stryker__ ??= {}
  return globalThis.__stryker__
}

/** What a file is about, by its path: `domain/payment/hold.ts` and `application/payments/refunds.test.ts` share two. */
const wordsOf = (path) =>
  new Set(
    path
      .slice(path.indexOf('packages/'))
      .replace(/\.(test\.)?ts$/, '')
      .split(/[/.-]/)
      .map((word) => word.replace(/s$/, '')),
  )

const filesOf = async (pattern) => (await Array.fromAsync(glob(pattern))).toSorted()

async function testFiles() {
  const ofApi = []
  for (const file of await filesOf(API_TESTS))
    if (!IS_SLOW.test(await readFile(file, 'utf8'))) ofApi.push(file)
  return [...(await filesOf(CORE_TESTS)), ...ofApi]
}

const isOfApi = ({ file }) => file.startsWith('packages/adapter-graphql/')

class InProcessRunner {
  tests = []
  usualMs = new Map()

  capabilities() {
    return { reloadEnvironment: false }
  }

  async init() {
    configureGlobal({ numRuns: TRIES, seed: 8, endOnFailure: true })
    registerHooks({
      resolve: (name, context, next) => {
        const url = insteadOf(name)
        return url === undefined ? next(name, context) : { url, shortCircuit: true }
      },
    })
    for (const file of await testFiles()) {
      beginFile({ sharesWhatIsMade: !isOfApi({ file }) })
      const known = collected.length
      await import(pathToFileURL(file).href)
      for (const found of collected.slice(known)) this.add(file, found)
    }
    const missed = LONG.filter((long) => !collected.some(({ name }) => name.endsWith(long)))
    if (missed.length > 0) throw new Error(`No test is named as LONG says: ${missed.join(', ')}`)
  }

  add(file, { name, run, hooks, afterwards, site }) {
    if (LONG.some((long) => name.endsWith(long))) return
    const same = this.tests.filter((other) => other.file === file && other.name === name).length
    const id = `${file}#${name}${same === 0 ? '' : ` (${same + 1})`}`
    const position = { line: site.lineNumber - 1, column: site.columnNumber - 1 }
    this.tests.push({ id, file, name, run, hooks, afterwards, position })
  }

  async dryRun() {
    const ns = state()
    ns.activeMutant = undefined
    const results = []
    for (const test of this.tests) {
      ns.currentTestId = test.id
      const startedAt = performance.now()
      const fault = await this.runOne(test, 60_000)
      const timeSpentMs = Math.ceil(performance.now() - startedAt)
      ns.currentTestId = undefined
      results.push({ ...this.resultOf(test, fault), timeSpentMs })
    }
    return { status: 'complete', tests: results, mutantCoverage: ns.mutantCoverage }
  }

  resultOf({ id, name, file, position }, fault) {
    const about = { id, name, fileName: file, startPosition: position }
    return fault === undefined
      ? { ...about, status: 0 }
      : { ...about, status: 1, failureMessage: fault instanceof Error ? fault.message : String(fault) }
  }

  async mutantRun({ activeMutant, testFilter, hitLimit, sandboxFileName }) {
    const ns = state()
    ns.hitLimit = Math.max(LEAST_HITS, (hitLimit ?? 0) / STRYKERS_HIT_FACTOR)
    ns.activeMutant = activeMutant.id
    beginRun()
    try {
      return await this.tryTests(new Set(testFilter), sandboxFileName, ns)
    } finally {
      ns.activeMutant = undefined
      ns.hitCount = undefined
    }
  }

  async tryTests(ids, path, ns) {
    let nrOfTests = 0
    for (const test of this.inOrder(ids, path)) {
      nrOfTests++
      ns.hitCount = 0
      const startedAt = performance.now()
      const fault = await this.runOne(test, LEAST_PATIENCE_MS + PATIENCE * this.usualMsOf(test))
      if (ns.hitCount > ns.hitLimit)
        return { status: 'timeout', reason: `met ${ns.hitCount} times, at most ${ns.hitLimit} before` }
      if (fault !== undefined)
        return {
          status: 'killed',
          killedBy: [test.id],
          failureMessage: String(fault?.message ?? fault),
          nrOfTests,
        }
      this.usualMs.set(test.id, performance.now() - startedAt)
    }
    return { status: 'survived', nrOfTests }
  }

  usualMsOf = ({ id }) => this.usualMs.get(id) ?? 0

  /** Those of the file that bears the name of the mutated one, then those about the same things, the quickest first. */
  inOrder(ids, path) {
    const words = wordsOf(path)
    const nearness = ({ file }) =>
      path.endsWith(file.replace('.test.ts', '.ts')) ? words.size + 1 : wordsOf(file).intersection(words).size
    const covering = ids.size === 0 ? this.tests : this.tests.filter(({ id }) => ids.has(id))
    return covering.toSorted(
      (one, other) =>
        isOfApi(one) - isOfApi(other) ||
        nearness(other) - nearness(one) ||
        this.usualMsOf(one) - this.usualMsOf(other),
    )
  }

  /** Gives what the test threw, if it did. */
  async runOne({ run, hooks, afterwards }, patienceMs) {
    let timer
    const patience = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('It does not come to an end')), patienceMs)
    })
    const whole = async () => {
      try {
        for (const hook of hooks) await hook()
        await run()
      } finally {
        for (const hook of afterwards) await hook()
      }
    }
    try {
      await Promise.race([whole(), patience])
      return undefined
    } catch (fault) {
      return fault ?? new Error('It threw nothing')
    } finally {
      clearTimeout(timer)
      restoreMocks()
    }
  }
}

const create = () => new InProcessRunner()
create.inject = []

export const strykerPlugins = [{ kind: 'TestRunner', name: 'in-process', factory: create }]
