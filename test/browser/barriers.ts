import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Choice {
  /** By default all rules. */
  readonly rules?: readonly string[]
  /** Checks only the visible elements that were not visible at the last `rememberShown` of this page. */
  readonly isOnlyNew?: boolean
}

/**
 * The violations of axe's rules on a page. Axe is given to each frame once, and returns only violations, because its other
 * results take most of its time.
 */
export async function barriersOn(
  page: Page,
  { rules = [], isOnlyNew = false }: Choice = {},
): Promise<string[]> {
  for (const frame of page.frames())
    if (await frame.evaluate<boolean>('window.axe === undefined')) await frame.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // It would load all style sheets and sounds again. Only rules about sounds use them, and the pages have none.
    preload: false,
    ...(rules.length > 0 ? { runOnly: [...rules] } : {}),
  }
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(`(async () => {
    const include = ${isOnlyNew ? `${SHOWN}.filter((element) => !window.shownBefore.has(element))` : '[document]'}
    if (include.length === 0) return { violations: [] }
    const { violations } = await axe.run({ include }, ${JSON.stringify(options)})
    return { violations }
  })()`)
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const SHOWN = `[...document.querySelectorAll('body *')]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }))`

export const rememberShown = (page: Page): Promise<unknown> =>
  page.evaluate(`{ window.shownBefore = new WeakSet(${SHOWN}) }`)
