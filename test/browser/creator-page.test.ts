// The public page of a creator, its branding, and what claim pages show of it.
import { beforeAll, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

const YELLOW = '#ffe600'
const CONNECT = `[...document.querySelectorAll('button')].find((one) => one.textContent.includes('Connect wallet'))`
const PROFILE = 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }'

inBrowser('the page of a creator', (world) => {
  beforeAll(async () => {
    const { server } = world
    await run(server, PROFILE, { input: { displayName: 'Grace & Co', bio: 'Compilers, given away.' } })
    const later = new Date(Date.now() + 86_400_000).toISOString()
    await createDrop(server, { title: 'Gold for all', shortcode: 'gold' })
    await createDrop(server, { title: 'Silver tomorrow', status: 'SCHEDULED', startsAt: later })
    const over = await createDrop(server, { title: 'Copper is gone' })
    await run(server, `mutation { updateDrop(id: "${over}", input: { status: ENDED }) { id } }`)
    await createDrop(server, { title: 'Not yet', status: 'DRAFT' })
    await createDrop(server, { title: 'Only me', claimAccess: 'OWNER', shortcode: 'mine' })
    await createDrop(server, { title: 'By link only', isLinkOnly: true })
  })

  it.each([
    ['desktop', 'light'],
    ['phone', 'dark'],
  ] as const)('shows public drops by phase, and no others, on a %s', async (device, scheme) => {
    const { page } = await world.visit({ device, scheme })
    await page.goto('/d/gold')
    await page.getByRole('link', { name: 'Grace & Co' }).click()
    await page.getByRole('heading', { level: 1, name: 'Grace & Co' }).waitFor()
    const titlesOf = async (phase: string) =>
      page.getByRole('region', { name: phase }).getByRole('heading', { level: 3 }).allInnerTexts()
    for (const title of ['Gold for all', 'Silver tomorrow', 'Copper is gone'])
      await page.getByRole('link', { name: title }).waitFor()
    expect(await titlesOf('Live now')).toEqual(['Gold for all'])
    expect(await titlesOf('Coming up')).toEqual(['Silver tomorrow'])
    expect(await titlesOf('Past drops')).toEqual(['Copper is gone'])
    const text = await page.locator('main').innerText()
    for (const hidden of ['Not yet', 'Only me', 'By link only']) expect(text).not.toContain(hidden)
    const isTooWide = await page.evaluate(
      'document.documentElement.scrollWidth > document.documentElement.clientWidth',
    )
    expect(isTooWide).toBe(false)
    await saveScreenshot(page, `creator-${device}-${scheme}`)
    await page.getByRole('link', { name: 'Gold for all' }).click()
    await page.getByRole('heading', { level: 1, name: 'Gold for all' }).waitFor()
  })

  it('is not linked from a drop that it does not show', async () => {
    const { page } = await world.visit()
    await page.goto('/d/mine')
    await page.getByText('Grace & Co').first().waitFor()
    expect(await page.getByRole('link', { name: 'Grace & Co' }).count()).toBe(0)
    await page.goto('/c/nobody-here')
    await page.getByRole('heading', { level: 1, name: 'There is no creator here' }).waitFor()
  })

  it('takes the accent color that its creator sets, in a readable shade', async () => {
    const creator = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await creator.page.goto('/dashboard/settings')
    await creator.page.getByLabel('Accent color').fill(YELLOW)
    await saveScreenshot(creator.page, 'branding-desktop')
    await creator.page.getByRole('button', { name: 'Save the profile' }).click()
    await creator.page.getByText('Your profile is saved').waitFor()
    await creator.page.getByRole('link', { name: 'View your public page' }).waitFor()
    await creator.context.close()
    for (const [device, scheme] of [
      ['desktop', 'light'],
      ['phone', 'dark'],
    ] as const) {
      const { page } = await world.visit({ device, scheme })
      await page.goto('/d/gold')
      const button = page.getByRole('button', { name: 'Connect wallet' }).first()
      await button.waitFor()
      await saveScreenshot(page, `branded-claim-${device}-${scheme}`)
      const styleOf = async (property: string) =>
        String(await page.evaluate(`getComputedStyle(${CONNECT}).${property}`))
      const [background, text] = [await styleOf('backgroundColor'), await styleOf('color')]
      expect(contrast(background, text)).toBeGreaterThanOrEqual(4.5)
      const [red, green, blue] = partsOf(background)
      // A dark yellow.
      expect(blue).toBeLessThan(Math.min(red ?? 0, green ?? 0))
    }
  })
})

const partsOf = (color: string): readonly number[] => (color.match(/\d+/g) ?? []).slice(0, 3).map(Number)

/** The contrast of two opaque colors by WCAG 2. */
function contrast(one: string, other: string): number {
  const luminance = (color: string) =>
    partsOf(color)
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, place) => sum + part * ([0.2126, 0.7152, 0.0722][place] ?? 0), 0)
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
