// Texts and amounts that are longer than usual, or that are written from right to left.
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { eventually, run } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'

const ARABIC = 'هدية الربيع للجميع'
const LARGEST = '18446744073709551615'

/** Elements with right-to-left text whose direction is not detected. */
const MISDIRECTED = `[...document.querySelectorAll('body *')].filter((element) =>
  [...element.childNodes].some((node) => node.nodeType === 3 && /[\u0600-\u06ff]/.test(node.data)) &&
  element.closest('[dir=auto], bdi, pre, code, title, script, .mantine-Avatar-placeholder') === null
).map((element) => element.outerHTML.slice(0, 120))`

/** Numbers that are partly cut off. */
const CUT = `[...document.querySelectorAll('.numbers, .numbers *')].filter((element) =>
  element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1 &&
  getComputedStyle(element).overflowX !== 'visible' && getComputedStyle(element).display !== 'inline'
).map((element) => element.textContent)`

const OVERHANG = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

inBrowser('strange texts', (world) => {
  let tokenId: string
  let dropId: string
  beforeAll(async () => {
    await run(world.server, 'mutation($input: UpdateProfileInput!) { updateProfile(input: $input) { id } }', {
      input: { displayName: ARABIC, bio: ARABIC },
    })
    const token = await run<{ id: string }>(
      world.server,
      'mutation($input: CreateTokenInput!) { createToken(input: $input) { id } }',
      { input: { name: ARABIC, symbol: 'A_VERY_LONG_SYMBOL_OF_32_LETTERS', supply: LARGEST, decimals: 0 } },
    )
    tokenId = token.id
    const drop = await run<{ id: string }>(
      world.server,
      'mutation($input: CreateDropInput!) { createDrop(input: $input) { id } }',
      {
        input: {
          existingTokenId: tokenId,
          title: `${ARABIC} ${'ا'.repeat(90)}`,
          description: ARABIC,
          shortcode: 'spring',
          type: 'TOKEN',
          claimType: 'REGULAR',
          maxAmount: LARGEST,
          tokenAmount: '1844674407370955161',
        },
      },
    )
    dropId = drop.id
  })

  const settle = async (page: Page) => {
    await page.locator('h1').first().waitFor()
    await eventually(
      () => page.locator('.mantine-Skeleton-root').count(),
      (count) => count === 0,
    )
    await page.getByText(ARABIC).first().waitFor()
  }

  it('are read in their own direction, and no amount is cut off on a phone', async () => {
    const { page } = await world.visit({ device: 'phone', saved: signedInBy(world.server.apiKey) })
    const found: Record<string, object> = {}
    for (const path of [
      '/d/spring',
      '/dashboard',
      `/dashboard/drops/${dropId}`,
      `/dashboard/drops/${dropId}/claims`,
      `/dashboard/drops/${dropId}/settings`,
      '/dashboard/tokens',
      `/dashboard/tokens/${tokenId}`,
      `/verify/${dropId}`,
    ]) {
      await page.goto(path)
      await settle(page)
      found[path] = {
        misdirected: await page.evaluate(MISDIRECTED),
        cut: await page.evaluate(CUT),
        overhangPx: await page.evaluate(OVERHANG),
      }
    }
    const good = { misdirected: [], cut: [], overhangPx: 0 }
    expect(found).toEqual(Object.fromEntries(Object.keys(found).map((path) => [path, good])))
  })

  it('of a creator are shown on the page of the drop', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/spring')
    await page.getByRole('heading', { name: 'About the creator' }).waitFor()
  })
})
