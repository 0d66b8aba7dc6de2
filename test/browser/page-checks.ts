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

// Finds text on a page that no translator has seen.

/** The browser storage of a visitor with the test language, which marks all text of the catalogs. */
export const PSEUDO = { 'dropkit.language': 'pseudo' }

/** Visible and spoken texts of the page that are in no catalog, except the texts of the drop itself. */
export const textOutsideCatalogs = (page: Page, data: readonly string[]): Promise<readonly string[]> =>
  page.evaluate(`(${FIND_TEXT})(${JSON.stringify(data)})`)

/** Runs in the page. A message with a link or a name in it consists of several texts. */
const FIND_TEXT = String.raw`(known) => {
  const found = []
  const add = (text) => {
    if (/\p{L}{2}/u.test(text) && !text.includes('⟦') && !known.includes(text.trim())) found.push(text.trim())
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement
    if (parent.closest('script, style, noscript, code, pre, select, textarea, bdi, [translate=no]')) continue
    if (!parent.textContent.includes('⟦') && !parent.parentElement.textContent.startsWith('⟦'))
      add(node.textContent)
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']'))
      if (!element.closest('[translate=no]')) add(element.getAttribute(name))
  return found
}`

// Leads the focus through a page by keyboard alone.

const MAX_TABS = 400

interface Tabbed {
  readonly controls: readonly string[]
  readonly reached: readonly string[]
  readonly unseen: readonly string[]
}

/** Numbers all controls that a mouse can use, then presses Tab until the focus leaves the page. */
export async function tabThrough(page: Page): Promise<Tabbed> {
  await page.evaluate(WITHOUT_TRANSITIONS)
  const controls: readonly string[] = await page.evaluate(NUMBER_CONTROLS)
  const reached: string[] = []
  const unseen: string[] = []
  for (let tabs = 0; tabs < MAX_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const focused: { readonly name: string; readonly isSeen: boolean } | null =
      await page.evaluate(DESCRIBE_FOCUS)
    if (focused === null) return { controls, reached, unseen }
    reached.push(focused.name)
    if (!focused.isSeen) unseen.push(focused.name)
  }
  throw new Error(`${MAX_TABS} tabs do not lead through ${page.url()}`)
}

const WITHOUT_TRANSITIONS = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { transition: none !important }')
  document.adoptedStyleSheets.push(sheet)
})()`

/** Of a group of radio buttons or tabs, Tab reaches one; the arrow keys lead to the others. */
const NUMBER_CONTROLS = `(() => {
  const isShown = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=switch]')]
    .filter((element) => isShown(element) && !element.disabled && !element.closest('[inert]'))
  all.forEach((element, index) => {
    element.dataset.control = index + ' ' + element.tagName.toLowerCase() + ' ' +
      (element.getAttribute('aria-label') ?? element.textContent.trim() ?? '').slice(0, 40)
  })
  const isByArrows = (element) =>
    (element.type === 'radio' && element.name !== '') || element.getAttribute('role') === 'tab'
  return all.filter((element) => !isByArrows(element) && element.tabIndex >= 0).map(({ dataset }) => dataset.control)
})()`

/** A focus is visible if its element, or what is around it, looks different without the focus. */
const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body || element === document.documentElement) return null
  const around = [element, element.nextElementSibling, document.querySelector('label[for="' + element.id + '"]')]
  for (let part = element.parentElement; part !== document.body && around.length < 10; part = part.parentElement)
    around.push(part)
  const lookOf = () => JSON.stringify(around.filter((part) => part !== null).map((part) => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, clipPath } = getComputedStyle(part)
    return [outlineStyle === 'none' ? '' : outlineWidth, boxShadow, borderColor, backgroundColor, clipPath]
  }))
  const withFocus = lookOf()
  const box = element.getBoundingClientRect()
  const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  element.blur()
  const withoutFocus = lookOf()
  element.focus({ preventScroll: true })
  return {
    name: element.dataset.control ?? element.outerHTML.slice(0, 80),
    isSeen: isInside && withFocus !== withoutFocus,
  }
})()`
