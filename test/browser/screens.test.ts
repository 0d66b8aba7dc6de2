// Every screen: light and dark, on a desktop and on a phone. `npm run screens` saves screenshots.
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { barriersOn } from './barriers.ts'
import { type Device, inBrowser, saveScreenshot } from './browser-world.ts'
import {
  AUDIENCES,
  definedPaths,
  isOfPath,
  makePeople,
  overhangOf,
  type People,
  pathsOf,
  settle,
} from './screens.ts'

const DEVICES: readonly Device[] = ['desktop', 'phone']

inBrowser('screens', (world) => {
  let people: People
  beforeAll(async () => {
    people = await makePeople(world.server)
  }, 120_000)

  it('are all in the journeys', () => {
    const opened = pathsOf(people.drops)
    expect(definedPaths().filter((path) => !opened.some((address) => isOfPath(address, path)))).toEqual([])
  })

  it('are checked by rules that find a picture without a text and pale text', async () => {
    const { page, context } = await world.visit()
    await page.goto('/d/pepper-for-all')
    await settle(page)
    await page.evaluate(
      `document.querySelector('h1').style.color = '#eee'; document.querySelector('main').append(new Image(9, 9))`,
    )
    const found = [...(await barriersOn(page)), ...(await barriersOn(page, ['color-contrast']))]
    expect(found.map((barrier) => barrier.split(':')[0]).toSorted()).toEqual([
      'color-contrast',
      'color-contrast',
      'image-alt',
    ])
    await context.close()
  })

  describe.each(DEVICES)('on a %s', (device) => {
    it.each(AUDIENCES)(
      '%s has no barrier, light or dark, fits, and stays quiet',
      async (_, screens, saved) => {
        const { page, context } = await world.visit({ device, saved: saved(people) })
        for (const [name, path] of screens) {
          await page.emulateMedia({ colorScheme: 'light' })
          await page.goto(path(people.drops))
          await settle(page)
          await saveScreenshot(page, `${name}-${device}-light`)
          expect.soft(await barriersOn(page), name).toEqual([])
          expect.soft(await overhangOf(page), `${name} scrolls sideways`).toBe(0)
          // The same page switches its theme without a reload.
          await page.emulateMedia({ colorScheme: 'dark' })
          await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
          await colourSettled(page)
          await saveScreenshot(page, `${name}-${device}-dark`)
          expect.soft(await barriersOn(page, ['color-contrast']), `${name}, dark`).toEqual([])
        }
        await context.close()
        world.assertQuiet()
      },
      300_000,
    )
  })
})

/**
 * Waits until color transitions have ended, because contrast is only checked after that. Endless animations are ignored.
 */
const colourSettled = (page: Page): Promise<unknown> =>
  page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
    .map(({ finished }) => finished))`)
