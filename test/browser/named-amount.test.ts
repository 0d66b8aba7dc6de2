// A drop whose claimers choose the amount.
import { beforeAll, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser } from './browser-world.ts'
import { SUI } from './sample-drops.ts'

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
    const { page } = await world.visit({ device: 'phone' })
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
  })

  it('costs what its button says while a payment is open, which keeps its amount', async () => {
    // A payment without coins is an error in the console.
    world.allowProblems()
    await createDrop(world.server, {
      title: 'By the grain',
      shortcode: 'by-the-grain',
      maxAmount: '3000000000',
      tokenAmount: null,
      price: 0.01,
    })
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/by-the-grain')
    const address = await connectNewWallet(page)
    const amount = page.getByLabel('How much would you like?')
    await page.getByText(`Up to 2,147,483,647 GOLD`).waitFor()
    await amount.fill('300')
    await page.getByText('You pay 3 SUI from your wallet (300 × 0.01 SUI)').waitFor()
    await page.getByRole('button', { name: 'Pay 3 SUI and claim' }).tap()
    await page.getByText('This wallet has too few coins').waitFor()
    await page.reload()
    const pay = page.getByRole('button', { name: 'Pay 3 SUI and claim' })
    await pay.waitFor()
    expect(await amount.count()).toBe(0)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: '9000000000' })
    await pay.tap()
    await page.getByRole('heading', { name: 'You got 300 GOLD' }).waitFor()
    const payments = await run(world.server, '{ paymentIntents { quantity status } }')
    expect(payments).toEqual([{ quantity: 300, status: 'CONFIRMED' }])
  })

  it('tells a claimer whose wallet has too few coins what to do, in a text that fits on a phone', async () => {
    // A payment without coins is an error in the console.
    world.allowProblems()
    const { page } = await world.visit({ device: 'phone' })
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
  })
})
