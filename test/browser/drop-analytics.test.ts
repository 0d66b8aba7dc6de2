// What the owner of a drop sees of its visitors.
import { expect, it } from 'vitest'
import { createDrop, eventually, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot, signedInBy } from './browser-world.ts'

/** A flush of the counts takes place every 30 seconds. */
const FLUSH_LIMIT_MS = 45_000

inBrowser('the visitors of a drop', (world) => {
  it('are shown to its owner, with the reasons of refusals', async () => {
    const { server } = world
    const dropId = await createDrop(server, { shortcode: 'seen' })
    const visitor = await world.visit()
    await visitor.page.goto('/d/seen')
    const checked = visitor.page.waitForResponse((response) =>
      Boolean(response.request().postData()?.includes('checkEligibility')),
    )
    await connectNewWallet(visitor.page)
    await checked
    await visitor.context.close()
    const draw = `mutation { claimRandomDrop(input: { dropId: "${dropId}", userAddress: "0x5" }) { code } }`
    expect(await run(server, draw)).toEqual({ code: 'WRONG_OPERATION' })
    const analytics = `{ dropAnalytics(id: "${dropId}") { views wallets tries } }`
    const counted = await eventually(
      () => run<{ views: number; wallets: number; tries: number }>(server, analytics),
      ({ tries }) => tries > 0,
      FLUSH_LIMIT_MS,
    )
    expect(counted).toEqual({ views: 1, wallets: 1, tries: 1 })
    for (const [device, scheme, locale, words] of [
      ['desktop', 'light', 'en-GB', '1 view, 1 wallet, 1 try, 0 claims.'],
      ['phone', 'dark', 'de-DE', '1 Aufruf, 1 Wallet, 1 Versuch, 0 Claims.'],
    ] as const) {
      const { page } = await world.visit({
        device,
        scheme,
        locale,
        saved: signedInBy(server.apiKey),
      })
      await page.goto(`/dashboard/drops/${dropId}`)
      await page.getByText(words).waitFor()
      const card = page.locator('section').filter({ hasText: words })
      await card.getByRole('img', { name: words }).waitFor()
      await card.scrollIntoViewIfNeeded()
      await saveScreenshot(page, `visitors-${device}-${scheme}`)
      await card.getByText('WRONG_OPERATION').waitFor()
      await card.getByRole('switch').press('Space')
      await card.getByRole('columnheader').nth(4).waitFor()
      const isTooWide = await page.evaluate(
        'document.documentElement.scrollWidth > document.documentElement.clientWidth',
      )
      expect(isTooWide).toBe(false)
    }
  })
})
