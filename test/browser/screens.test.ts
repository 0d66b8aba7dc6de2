// Half of the screens, another half each day, each in one load: light and dark, on a desktop and on a phone, at a zoom of 200 %,
// and by keyboard. Then in German, and from right to left in the test language. `npm run screens` saves screenshots of all.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { plantedShare, triedOf } from '../support/planted-share.ts'
import { inBrowser, saveScreenshot, VIEWPORTS, type Visit } from './browser-world.ts'
import { barriersOn, PSEUDO, rememberShown, tabThrough, textOutsideCatalogs } from './page-checks.ts'
import {
  AUDIENCES,
  cutLabelsOf,
  definedPaths,
  isOfPath,
  makePeople,
  overhangOf,
  type People,
  pathsOf,
  settle,
} from './screens.ts'

/** A desktop of 1280 by 800 pixels at a zoom of 200 %. */
const ZOOMED = { width: 640, height: 400 }
const JOURNEY_LIMIT_MS = 900_000

/** Amounts, times, addresses, user names of wallets, names of events, and initials. */
const DATA =
  /^([\d.,]+ \p{Lu}+|\d{1,2} \p{L}{3} \d{4}, \d\d:\d\d( \w+)?|\p{L}{3} \d\d:\d\d|0x[\da-f…]+|w-[\da-f]+|(https?:\/\/)?[\w.-]+[:/.]\S+|[a-z]+\.[a-z_*]+|\p{Lu}{2}|\{".*|\w+_…|\S+…)$/u

const AUDIENCES_TRIED = AUDIENCES.map(
  ([audience, screens, saved]) => [audience, triedOf<(typeof screens)[number]>(screens, 2), saved] as const,
)

inBrowser(`screens (PLANTED_SHARE=${plantedShare})`, (world) => {
  let people: People
  beforeAll(async () => {
    people = await makePeople(world.server)
  })

  it('are all in the journeys', () => {
    const opened = pathsOf(people.drops)
    expect(definedPaths().filter((path) => !opened.some((address) => isOfPath(address, path)))).toEqual([])
  })

  it('are checked by rules that find a picture without a text and pale text', async () => {
    const { page } = await world.visit()
    await page.goto('/d/pepper-for-all')
    await settle(page)
    await rememberShown(page)
    await page.evaluate(
      `document.querySelector('h1').style.color = '#eee'; document.querySelector('main').append(new Image(9, 9))`,
    )
    const found = [...(await barriersOn(page)), ...(await barriersOn(page, { rules: ['color-contrast'] }))]
    expect(found.map((barrier) => barrier.split(':')[0]).toSorted()).toEqual([
      'color-contrast',
      'color-contrast',
      'image-alt',
    ])
    await page.evaluate(`{
      const pale = document.createElement('p')
      pale.textContent = 'Pale'
      pale.style.color = '#eee'
      document.querySelector('h1').after(pale)
    }`)
    const inNew = await barriersOn(page, { rules: ['color-contrast'], isOnlyNew: true })
    expect(inNew.map((barrier) => barrier.split(':')[0])).toEqual(['color-contrast'])
  })

  it.each(AUDIENCES_TRIED)(
    '%s has no barrier, light or dark, fits on a desktop, on a phone and at a zoom of 200 %, is usable by Tab with a visible focus, and stays quiet',
    async (_, screens, saved) => {
      const { page, context } = await world.visit({ saved: saved(people) })
      for (const [name, path] of screens) {
        await page.setViewportSize(VIEWPORTS.desktop)
        await page.emulateMedia({ colorScheme: 'light' })
        await page.goto(path(people.drops))
        await settle(page)
        await saveScreenshot(page, `${name}-desktop-light`)
        expect.soft(await barriersOn(page), name).toEqual([])
        expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)

        // The same page switches its theme and its width without a reload.
        await switchTheme(page, 'dark')
        await saveScreenshot(page, `${name}-desktop-dark`)
        expect.soft(await barriersOn(page, { rules: ['color-contrast'] }), `${name}, dark`).toEqual([])
        await rememberShown(page)
        await page.setViewportSize(VIEWPORTS.phone)
        await settle(page)
        await saveScreenshot(page, `${name}-phone-dark`)
        expect
          .soft(
            await barriersOn(page, { rules: ['color-contrast'], isOnlyNew: true }),
            `${name}, dark, on a phone`,
          )
          .toEqual([])

        await switchTheme(page, 'light')
        await saveScreenshot(page, `${name}-phone-light`)
        expect.soft(await barriersOn(page), `${name}, on a phone`).toEqual([])
        expect.soft(await overhangOf(page), `${name} scrolls sideways on a phone`).toBe(0)

        await page.setViewportSize(ZOOMED)
        await settle(page)
        await saveScreenshot(page, `${name}-zoomed`)
        expect.soft(await overhangOf(page), `${name} scrolls sideways at a zoom of 200 %`).toBe(0)
        expect.soft(await cutTextOf(page), `${name} cuts text`).toEqual([])

        await page.setViewportSize(VIEWPORTS.desktop)
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
    },
    JOURNEY_LIMIT_MS,
  )

  /** Looks at each screen on a desktop, then at the same page when it is as narrow as a phone. */
  const onBothWidths = async (
    { page }: Visit,
    screens: (typeof AUDIENCES_TRIED)[number][1],
    look: (page: Page, name: string) => Promise<void>,
  ): Promise<void> => {
    for (const [screen, path] of screens) {
      await page.setViewportSize(VIEWPORTS.desktop)
      await go(page, path(people.drops))
      await settle(page)
      await look(page, `${screen}-desktop`)
      await page.setViewportSize(VIEWPORTS.phone)
      await settle(page)
      await look(page, `${screen}-phone`)
    }
  }

  it.each(AUDIENCES_TRIED)(
    '%s fits in German',
    async (_, screens, saved) => {
      const visit = await world.visit({ locale: 'de-DE', saved: saved(people) })
      await onBothWidths(visit, screens, async (page, name) => {
        await saveScreenshot(page, `${name}-german`)
        expect.soft(await page.locator('html').getAttribute('lang'), name).toBe('de')
        expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
        expect.soft(await cutLabelsOf(page), `${name} cuts labels`).toEqual([])
      })
    },
    JOURNEY_LIMIT_MS,
  )

  it.each(AUDIENCES_TRIED)(
    '%s has a catalog for every text, and fits from right to left',
    async (_, screens, saved) => {
      const visit = await world.visit({ saved: { ...saved(people), ...PSEUDO } })
      await onBothWidths(visit, screens, async (page, name) => {
        await saveScreenshot(page, `${name}-right-to-left`)
        expect.soft(await page.locator('html').getAttribute('dir'), name).toBe('rtl')
        const outside = await textOutsideCatalogs(page, people.drops.texts)
        expect
          .soft(
            outside.filter((text) => !DATA.test(text)),
            name,
          )
          .toEqual([])
        expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
        expect.soft(await cutLabelsOf(page), `${name} cuts labels`).toEqual([])
        expect.soft(await arrowsAsInEnglish(page), `${name} has arrows that point the wrong way`).toBe(0)
      })
    },
    JOURNEY_LIMIT_MS,
  )
})

/** Waits until color transitions have ended, because contrast is only checked after that. Endless animations are ignored. */
async function switchTheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map(({ finished }) => finished))`)
}

/** Buttons and headings whose text is wider than they are. */
const cutTextOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll('h1, h2, h3, label, .mantine-Button-label, .mantine-Badge-label')]
    .filter((element) => element.offsetParent !== null && element.scrollWidth > element.clientWidth + 1)
    .map((element) => element.textContent)`)

/** The number of visible arrows to the left or right that are not mirrored. */
const arrowsAsInEnglish = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('.tabler-icon[class*="-left"], .tabler-icon[class*="-right"]')]
    .filter((icon) => icon.checkVisibility() && getComputedStyle(icon).transform !== 'matrix(-1, 0, 0, 1, 0, 0)').length`)

/**
 * Opens a path. Within the dashboard, only the screen changes, as it does with the browser's Back button, which takes half
 * the time of a load.
 */
async function go(page: Page, path: string): Promise<void> {
  if (!path.startsWith('/dashboard') || !page.url().includes('/dashboard')) await page.goto(path)
  else await page.evaluate(`(${GO_IN_DASHBOARD})(${JSON.stringify(path)})`)
}

/** Resolves when the texts of the screen differ from those of the previous one. No two screens in a row have the same. */
const GO_IN_DASHBOARD = `async (path) => {
  const LIMIT_MS = 30_000
  const texts = () =>
    [...document.querySelectorAll('h1, h2, h3, label, main a, main button')].map((element) => element.textContent).join()
  const before = texts()
  history.pushState(null, '', path)
  dispatchEvent(new PopStateEvent('popstate', { state: null }))
  for (const giveUpAt = performance.now() + LIMIT_MS; texts() === before; ) {
    if (performance.now() > giveUpAt) throw new Error('The screen does not change: ' + path)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  // This element measures text areas. It is as wide as the last one on a desktop, and overhangs from right to left.
  document.querySelector('body > textarea[aria-hidden]')?.remove()
}`
