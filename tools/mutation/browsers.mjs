// In place of playwright-core: makes the active mutant active in the pages of browsers, too, and tells Stryker what runs there.
// Otherwise code that only pages run would count as untested.
import { createRequire } from 'node:module'

const playwright = createRequire(import.meta.url)('playwright-core')

/** Counts these mutants as run by the current test. */
function count(mutants) {
  const stryker = globalThis.__stryker__
  const { currentTestId } = stryker
  if (currentTestId === undefined) return
  stryker.mutantCoverage ??= { static: {}, perTest: {} }
  const { perTest } = stryker.mutantCoverage
  perTest[currentTestId] = {
    ...Object.fromEntries(mutants.map((mutant) => [mutant, 1])),
    ...perTest[currentTestId],
  }
}

/** Runs in each page, before its scripts. */
function instrument(activeMutant) {
  let found = []
  // A page reports at once what it runs for the first time, because it may be left at any time.
  const report = () => {
    globalThis.countMutants(found)
    found = []
  }
  const covered = new Proxy(
    {},
    {
      set(all, mutant) {
        if (!all[mutant] && found.push(mutant) === 1) queueMicrotask(report)
        all[mutant] = 1
        return true
      },
    },
  )
  globalThis.__stryker__ =
    activeMutant === null ? { mutantCoverage: { static: covered, perTest: {} } } : { activeMutant }
}

export const chromium = {
  async launch(options) {
    const browser = await playwright.chromium.launch(options)
    const { newContext } = browser
    // `newPage` calls it, too.
    browser.newContext = async (...terms) => {
      const context = await newContext.apply(browser, terms)
      await context.exposeFunction('countMutants', count)
      await context.addInitScript(instrument, globalThis.__stryker__.activeMutant ?? null)
      return context
    }
    return browser
  },
}
