// A drop whose claimers choose the amount.
import { beforeAll, expect, it } from 'vitest'
import { createDrop } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'

inBrowser('a drop whose claimers name the amount', (world) => {
  beforeAll(() =>
    createDrop(world.server, {
      title: 'Help yourself',
      shortcode: 'help-yourself',
      maxAmount: '100',
      tokenAmount: null,
    }),
  )

  it('can be claimed once an amount is named that it can give, and once at a time', async () => {
    const { page, context } = await world.visit({ device: 'phone' })
    await page.goto('/d/help-yourself')
    await connectNewWallet(page)
    const claim = page.getByRole('button', { name: /^Claim/ })
    const amount = page.getByLabel('How much would you like?')
    await amount.waitFor()
    for (const typed of ['', '0', 'a lot', '101']) {
      await amount.fill(typed)
      expect(await claim.isDisabled(), typed).toBe(true)
    }
    await amount.fill('5')
    expect(await claim.isEnabled()).toBe(true)

    let reservations = 0
    let goOn = () => {}
    const held = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation FlowReserve')) {
        reservations++
        await held
      }
      await route.continue()
    })
    await claim.tap()
    await page.getByText('Reserving your share …').waitFor()
    expect(await claim.isDisabled()).toBe(true)
    await claim.dispatchEvent('click')
    goOn()
    await page.getByRole('heading', { name: 'You got 5 GOLD' }).waitFor()
    expect(reservations).toBe(1)
    await context.close()
    world.assertQuiet()
  })

  it('tells a claimer whose wallet has too few coins what to do, in a text that fits on a phone', async () => {
    const { page, context } = await world.visit({ device: 'phone' })
    await page.route('**/fake-chain/execute', (route) =>
      route.fulfill({
        json: {
          error: `EInsufficientBalance: 0x${'ab'.repeat(32)} has 0 of 0x2::sui::SUI, not 500000000`,
          code: 'TX_FAILED',
          retryable: false,
        },
        status: 422,
      }),
    )
    await page.goto('/d/help-yourself')
    await connectNewWallet(page)
    await page.getByLabel('How much would you like?').fill('5')
    await page.getByRole('button', { name: /^Claim/ }).tap()
    await page.getByText('The wallet has too few coins.').waitFor()
    expect(
      await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    ).toBe(0)
    expect(await page.getByText('EInsufficientBalance').count()).toBe(0)
    await context.close()
  })
})
