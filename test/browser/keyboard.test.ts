import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser } from './browser-world.ts'

const MOST_TABS = 20

inBrowser('a user without a mouse', (world) => {
  beforeAll(() => createDrop(world.server, { title: 'Gold for all', shortcode: 'gold' }))

  it('claims by Tab and Enter alone, and always sees where the focus is', async () => {
    const { page, context } = await world.visit()
    const inFocus = () => page.locator(':focus')
    /** Presses Tab until the element with this name has the focus, and then activates it. */
    const press = async (name: RegExp) => {
      await page.getByRole('button', { name }).waitFor()
      for (let tabs = 0; tabs < MOST_TABS; tabs++) {
        await page.keyboard.press('Tab')
        const label = (await inFocus().getAttribute('aria-label')) ?? (await inFocus().innerText())
        expect(await page.locator(':focus-visible').count()).toBe(1)
        if (!name.test(label)) continue
        await page.keyboard.press('Enter')
        return
      }
      throw new Error(`Tab does not lead to ${name}`)
    }
    await page.goto('/d/gold')
    await press(/^Connect wallet$/)
    await press(/test wallet$/)
    await press(/^Claim 1 GOLD$/)
    await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    await context.close()
    world.assertQuiet()
  })
})
