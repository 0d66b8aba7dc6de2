// Drops and screens by their names, without a mouse.
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

inBrowser('the command palette', (world) => {
  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('leads to drops and screens by keyboard, on a %s', async (device, scheme) => {
    await createDrop(world.server, { title: `Harvest day on a ${device}` })
    const { page, context } = await world.visit({
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
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html)}`)).toEqual([])
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
    await context.close()
    world.assertQuiet()
  })
})
