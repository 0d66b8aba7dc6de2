// Every screen in German, and from right to left in the test language. `npm run screens` saves screenshots.
import { beforeAll, describe, expect, it } from 'vitest'
import { type Device, inBrowser, keepScreen } from './browser-world.ts'
import { AUDIENCES, makePeople, overhangOf, type People, settle } from './screens.ts'
import { PSEUDO, textOutsideCatalogs } from './text-outside-catalogs.ts'

/** Amounts, times, addresses, user names of wallets, names of events, and initials. */
const DATA =
  /^([\d.,]+ \p{Lu}+|\d{1,2} \p{L}{3} \d{4}, \d\d:\d\d( \w+)?|\p{L}{3} \d\d:\d\d|0x[\da-f…]+|w-[\da-f]+|(https?:\/\/)?[\w.-]+[:/.]\S+|[a-z]+\.[a-z_*]+|\p{Lu}{2}|\{".*|\w+_…|\S+…)$/u

const DEVICES: readonly Device[] = ['desktop', 'phone']

inBrowser('screens', (world) => {
  let people: People
  beforeAll(async () => {
    people = await makePeople(world.server)
  }, 120_000)

  describe.each(DEVICES)('on a %s', (device) => {
    it.each(AUDIENCES)(
      '%s fits in German',
      async (_, screens, saved) => {
        const { page, context } = await world.visit({ device, locale: 'de-DE', saved: saved(people) })
        for (const [name, path] of screens) {
          await page.goto(path(people.drops))
          await settle(page)
          await keepScreen(page, `${name}-${device}-german`)
          expect.soft(await page.locator('html').getAttribute('lang'), name).toBe('de')
          expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
        }
        await context.close()
        world.assertQuiet()
      },
      300_000,
    )

    it.each(AUDIENCES)(
      '%s has a catalog for every text, and fits from right to left',
      async (_, screens, saved) => {
        const { page, context } = await world.visit({ device, saved: { ...saved(people), ...PSEUDO } })
        for (const [name, path] of screens) {
          await page.goto(path(people.drops))
          await settle(page)
          await keepScreen(page, `${name}-${device}-right-to-left`)
          expect.soft(await page.locator('html').getAttribute('dir'), name).toBe('rtl')
          const outside = await textOutsideCatalogs(page, people.drops.texts)
          expect
            .soft(
              outside.filter((text) => !DATA.test(text)),
              name,
            )
            .toEqual([])
          expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
        }
        await context.close()
        world.assertQuiet()
      },
      300_000,
    )
  })
})
