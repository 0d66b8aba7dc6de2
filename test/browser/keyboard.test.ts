// A claim and the command palette, by keyboard alone.

import type { Locator } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop } from '../support/drops.ts'
import { addressOf, inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'
import { barriersOn } from './page-checks.ts'

const MAX_TABS = 20

inBrowser('the keyboard', (world) => {
  describe('a user without a mouse', () => {
    let dropId: string
    beforeAll(async () => {
      dropId = await createDrop(world.server, { title: 'Gold for all', shortcode: 'gold' })
    })

    it('claims by Tab and Enter alone, and always sees where the focus is', async () => {
      const { page } = await world.visit()
      const inFocus = () => page.locator(':focus')
      /** Presses Tab until the element with this name has the focus, and then activates it. */
      const press = async (name: RegExp) => {
        await page.getByRole('button', { name }).waitFor()
        for (let tabs = 0; tabs < MAX_TABS; tabs++) {
          await page.keyboard.press('Tab')
          const label = (await inFocus().getAttribute('aria-label')) ?? (await inFocus().innerText())
          expect(await page.locator(':focus-visible').count()).toBe(1)
          if (!name.test(label)) continue
          await page.keyboard.press('Enter')
          return
        }
        throw new Error(`Tab does not lead to ${name}`)
      }
      const untilFocusIsOn = (name: string) => expect.poll(() => inFocus().innerText()).toBe(name)
      await page.goto('/d/gold')
      await press(/^Connect wallet$/)
      await page.getByRole('dialog').waitFor()
      // The button can be used again at once, and does not wait for the server.
      await page.route('**/graphql', () => {})
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await untilFocusIsOn('Connect wallet')
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.unrouteAll()
      await press(/test wallet$/)

      const refusal = { message: 'no', extensions: { code: 'FORBIDDEN', retryable: false } }
      await page.route('**/graphql', (route) =>
        route.request().postData()?.includes('mutation FlowReserve')
          ? route.fulfill({ json: { data: null, errors: [refusal] } })
          : route.fallback(),
      )
      await press(/^Claim 1 GOLD$/)
      await page.getByRole('alert').waitFor()
      await untilFocusIsOn('Claim 1 GOLD')

      // The countdown of a claim that waits for the wallet is not announced each second.
      await claimDrop(world.server, dropId, await addressOf(page))
      await page.locator('[role=status] [aria-live=off]', { hasText: 'Claim it within' }).waitFor()
      await untilFocusIsOn('Claim 1 GOLD')
      await page.unroute('**/graphql')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'You got 1 GOLD' }).waitFor()
    })
  })

  it('stays on the button that has saved all changes', async () => {
    const dropId = await createDrop(world.server, { title: 'Before' })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}/settings`)
    await page.getByRole('textbox', { name: 'Title' }).fill('After')
    const save = page.getByRole('button', { name: 'Save changes' })
    await save.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'After', level: 1 }).waitFor()
    await expect.poll(() => save.isDisabled()).toBe(true)
    expect(await save.and(page.locator(':focus')).count()).toBe(1)
  })

  describe('the command palette', () => {
    it.each([
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const)('leads to drops and screens by keyboard, on a %s', async (device, scheme) => {
      await createDrop(world.server, { title: `Harvest day on a ${device}` })
      const { page } = await world.visit({
        device,
        scheme,
        saved: signedInBy(world.server.apiKey),
      })
      await page.goto('/dashboard/settings')
      const name = page.getByRole('textbox', { name: 'Name' })
      await name.focus()
      await page.keyboard.press('Control+K')
      const search = page.getByPlaceholder('Search drops and screens')
      const isFocused = (element: Locator) => element.and(page.locator(':focus')).count()
      const untilOpen = async () => {
        await search.waitFor()
        await expect.poll(() => isFocused(search)).toBe(1)
      }
      await untilOpen()
      await page.getByRole('option', { name: `Harvest day on a ${device}` }).waitFor()
      await saveScreenshot(page, `palette-${device}-${scheme}`)
      expect(await barriersOn(page)).toEqual([])
      await page.keyboard.type('nothing like it')
      await page.getByText('Nothing has this name.').waitFor()
      await page.keyboard.press('Escape')
      await search.waitFor({ state: 'detached' })
      await expect.poll(() => isFocused(name)).toBe(1)

      await page.keyboard.press('Control+K')
      await untilOpen()
      await page.keyboard.type(`harvest day on a ${device}`)
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: `Harvest day on a ${device}`, level: 1 }).waitFor()

      await page.keyboard.press('Control+K')
      await untilOpen()
      await page.keyboard.type('webh')
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor()
    })
  })
})
