// Every screen in German, and from right to left in the test language. `npm run screens` saves screenshots.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { inBrowser, saveScreenshot, VIEWPORTS, type Visit } from './browser-world.ts'
import { AUDIENCES, cutLabelsOf, makePeople, overhangOf, type People, settle } from './screens.ts'
import { PSEUDO, textOutsideCatalogs } from './text-outside-catalogs.ts'

/** Amounts, times, addresses, user names of wallets, names of events, and initials. */
const DATA =
  /^([\d.,]+ \p{Lu}+|\d{1,2} \p{L}{3} \d{4}, \d\d:\d\d( \w+)?|\p{L}{3} \d\d:\d\d|0x[\da-f…]+|w-[\da-f]+|(https?:\/\/)?[\w.-]+[:/.]\S+|[a-z]+\.[a-z_*]+|\p{Lu}{2}|\{".*|\w+_…|\S+…)$/u

inBrowser('screens', (world) => {
  let people: People
  beforeAll(async () => {
    people = await makePeople(world.server)
  }, 120_000)

  /** Looks at each screen on a desktop, then at the same page when it is as narrow as a phone. */
  const onBothWidths = async (
    { page, context }: Visit,
    screens: (typeof AUDIENCES)[number][1],
    look: (page: Page, name: string) => Promise<void>,
  ): Promise<void> => {
    for (const [screen, path] of screens) {
      await page.setViewportSize(VIEWPORTS.desktop)
      await page.goto(path(people.drops))
      await settle(page)
      await look(page, `${screen}-desktop`)
      await page.setViewportSize(VIEWPORTS.phone)
      await settle(page)
      await look(page, `${screen}-phone`)
    }
    await context.close()
    world.assertQuiet()
  }

  it.each(AUDIENCES)(
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
    300_000,
  )

  it.each(AUDIENCES)(
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
    300_000,
  )
})

/** The number of visible arrows to the left or right that are not mirrored. */
const arrowsAsInEnglish = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll('.tabler-icon[class*="-left"], .tabler-icon[class*="-right"]')]
    .filter((icon) => icon.checkVisibility() && getComputedStyle(icon).transform !== 'matrix(-1, 0, 0, 1, 0, 0)').length`)
