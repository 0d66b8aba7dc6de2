import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { inBrowser } from './browser-world.ts'
import { cutLabelsOf, overhangOf } from './screens.ts'

inBrowser('a claim page on a narrow phone in German', (world) => {
  beforeAll(async () => {
    await createDrop(world.server, { shortcode: 'paid', price: 1.5, currency: 'SUI' })
    const entriesCloseAt = new Date(Date.now() + 86_400_000).toISOString()
    const lottery = { admission: 'LOTTERY', supply: 10, entriesCloseAt, maxPerWallet: 1 }
    await createDrop(world.server, { shortcode: 'lottery', maxAmount: '10', ...lottery })
  })

  it.each([
    ['paid', '1,5 SUI bezahlen und abholen'],
    ['lottery', 'An der Verlosung teilnehmen'],
  ])('shows the whole label of each button of the %s drop', async (shortcode, label) => {
    const { page, context } = await world.visit({ device: 'phone', locale: 'de-DE' })
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`/d/${shortcode}`)
    await page.getByRole('button', { name: 'Wallet verbinden' }).click()
    await page.getByRole('button', { name: /Test-Wallet/ }).click()
    await page.getByRole('button', { name: label }).waitFor()
    expect(await cutLabelsOf(page)).toEqual([])
    expect(await overhangOf(page)).toBe(0)
    await context.close()
    world.assertQuiet()
  })
})
