// Leads the focus through a page by keyboard alone.
import type { Page } from 'playwright-core'

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
