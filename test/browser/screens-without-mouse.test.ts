// Every screen by keyboard alone, and at a zoom of 200 %.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inBrowser, keepScreen } from './browser-world.ts'
import { AUDIENCES, makePeople, overhangOf, type People, settle } from './screens.ts'

/** A desktop of 1280 by 800 pixels at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 }
const MOST_TABS = 400

inBrowser('screens', (world) => {
  let people: People
  beforeAll(async () => {
    people = await makePeople(world.server)
  }, 120_000)

  it.each(AUDIENCES)(
    '%s fits at a zoom of 200 %',
    async (_, screens, saved) => {
      const { page, context } = await world.visit({ saved: saved(people) })
      await page.setViewportSize(ZOOMED)
      for (const [name, path] of screens) {
        await page.goto(path(people.drops))
        await settle(page)
        await keepScreen(page, `${name}-zoomed`)
        expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
        expect.soft(await cutTextOf(page), `${name} cuts text`).toEqual([])
      }
      await context.close()
      world.assertQuiet()
    },
    300_000,
  )

  it.each(AUDIENCES)(
    '%s can be reached by Tab, each control with a visible focus',
    async (_, screens, saved) => {
      const { page, context } = await world.visit({ saved: saved(people) })
      for (const [name, path] of screens) {
        await page.goto(path(people.drops))
        await settle(page)
        const { controls, reached, unseen } = await tabThrough(page)
        expect
          .soft(
            controls.filter((control) => !reached.includes(control)),
            `${name}: not reached`,
          )
          .toEqual([])
        expect.soft(unseen, `${name}: the focus is not visible`).toEqual([])
      }
      await context.close()
      world.assertQuiet()
    },
    600_000,
  )
})

/** Buttons and headings whose text is wider than they are. */
const cutTextOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('h1, h2, h3, label, .mantine-Button-label, .mantine-Badge-label')]
    .filter((element) => element.offsetParent !== null && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent)`)

interface Tabbed {
  readonly controls: readonly string[]
  readonly reached: readonly string[]
  readonly unseen: readonly string[]
}

/** Numbers all controls that a mouse can use, then presses Tab until the focus leaves the page. */
async function tabThrough(page: Page): Promise<Tabbed> {
  const controls: readonly string[] = await page.evaluate(NUMBER_CONTROLS)
  const reached: string[] = []
  const unseen: string[] = []
  for (let tabs = 0; tabs < MOST_TABS; tabs++) {
    await page.keyboard.press('Tab')
    const focused: { readonly name: string; readonly isSeen: boolean } | null =
      await page.evaluate(DESCRIBE_FOCUS)
    if (focused === null) return { controls, reached, unseen }
    reached.push(focused.name)
    if (!focused.isSeen) unseen.push(focused.name)
  }
  throw new Error(`${MOST_TABS} tabs do not lead through ${page.url()}`)
}

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

const DESCRIBE_FOCUS = `(() => {
  const element = document.activeElement
  if (element === null || element === document.body || element === document.documentElement) return null
  const parts = [element, element.nextElementSibling, element.parentElement, element.closest('label'),
    document.querySelector('label[for="' + element.id + '"]')].filter((part) => part instanceof Element)
  const isMarked = parts.some((part) => {
    const style = getComputedStyle(part)
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none' ||
      part.matches('input, select, textarea')
  })
  const box = element.getBoundingClientRect()
  const isInside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  return {
    name: element.dataset.control ?? element.outerHTML.slice(0, 80),
    isSeen: isMarked && isInside && element.matches(':focus-visible'),
  }
})()`
