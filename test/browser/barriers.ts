import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * The violations of axe's rules on a page: of all rules, or only of the given ones. Axe is given to each frame once, and
 * returns only violations, because its other results take most of its time.
 */
export async function barriersOn(page: Page, rules: readonly string[] = []): Promise<string[]> {
  for (const frame of page.frames())
    if (await frame.evaluate<boolean>('window.axe === undefined')) await frame.evaluate(AXE)
  const options: RunOptions = {
    resultTypes: ['violations'],
    // It would load all style sheets and sounds again. Only rules about sounds use them, and the pages have none.
    preload: false,
    ...(rules.length > 0 ? { runOnly: [...rules] } : {}),
  }
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
