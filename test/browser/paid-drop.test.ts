import { beforeAll, describe, expect, it } from 'vitest'
import { createDrop, run } from '../support/drops.ts'
import { connectNewWallet, inBrowser, saveScreenshot } from './browser-world.ts'
import { SUI } from './sample-drops.ts'

const TERMS = { title: 'Market day', shortcode: 'market-day', tokenAmount: '50', price: 0.5, currency: 'SUI' }
const HALF_A_SUI = '500000000'

inBrowser('a drop with a price', (world) => {
  beforeAll(() => createDrop(world.server, TERMS))

  /** The statuses of a buyer's payments. */
  const paymentsOf = async (buyer: string) =>
    (
      await run<{ status: string; walletAddress: string }[]>(
        world.server,
        '{ paymentIntents { status walletAddress } }',
      )
    )
      .filter(({ walletAddress }) => walletAddress === buyer)
      .map(({ status }) => status)

  it('is paid from the wallet and claimed, one after the other, with one button', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/market-day')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: HALF_A_SUI })
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).tap()
    await page.getByRole('heading', { name: 'You got 50 GOLD' }).waitFor()
    expect(await paymentsOf(address)).toEqual(['CONFIRMED'])
  })

  it('sells several items in one payment, and claims them all', async () => {
    const { page } = await world.visit({ device: 'phone' })
    await page.goto('/d/market-day')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: '1500000000' })
    await page.getByRole('button', { name: 'One more' }).tap()
    const howMany = page.getByRole('spinbutton', { name: 'How many?' })
    for (const key of ['End', 'Backspace', '3']) await howMany.press(key)
    await page.getByText('You pay 1.5 SUI from your wallet (3 × 0.5 SUI)').waitFor()
    await saveScreenshot(page, 'claim-quantity-phone')
    await page.getByRole('button', { name: 'Pay 1.5 SUI and claim' }).tap()
    await page.getByRole('heading', { name: 'You got 150 GOLD' }).waitFor()
    const [bought] = await run<{ quantity: number; status: string }[]>(
      world.server,
      '{ paymentIntents(limit: 1) { quantity status } }',
    )
    expect(bought).toEqual({ quantity: 3, status: 'CONFIRMED' })
  })

  it('can be bought in another quantity after an unpaid payment is cancelled', async () => {
    // A payment without coins is an error in the console.
    world.allowProblems()
    const { page } = await world.visit()
    await page.goto('/d/market-day')
    await connectNewWallet(page)
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'Pay 1 SUI and claim' }).click()
    await page.getByText('This wallet has too few coins').waitFor()
    await page.getByRole('button', { name: 'Cancel this payment' }).click()
    await page.getByRole('button', { name: 'One less' }).click()
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).waitFor()
  })

  const update = (id: string, input: object) =>
    run(
      world.server,
      'mutation ($id: ID!, $input: UpdateDropInput!) { updateDrop(id: $id, input: $input) { id } }',
      { id, input },
    )

  it('costs what its button says, whatever becomes of its price', async () => {
    const id = await createDrop(world.server, { ...TERMS, shortcode: 'dearer' })
    const { page } = await world.visit()
    await page.goto('/d/dearer')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: '9000000000' })
    const button = page.getByRole('button', { name: /^Pay / })
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).waitFor()
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('mutation FlowBeginPayment')) await update(id, { price: 5 })
      await route.continue()
    })
    await button.click()
    await page.getByText('The price has changed, and nothing was paid.').waitFor()
    await page.getByRole('button', { name: 'Pay 5 SUI and claim' }).waitFor()
    await page.unrouteAll()
    await update(id, { price: 0.1 })
    await page.getByText('Costs 0.1 SUI').waitFor()
    await page.getByRole('button', { name: 'Pay 0.1 SUI and claim' }).waitFor()
    expect(await paymentsOf(address)).toEqual(['CANCELLED'])
  })

  it('is claimed if the wallet sends the payment and never answers, and the shortcode changes meanwhile', async () => {
    const id = await createDrop(world.server, { ...TERMS, shortcode: 'old-code' })
    const { page } = await world.visit()
    await page.goto('/d/old-code')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: HALF_A_SUI })
    await page.route(
      '**/fake-chain/execute',
      async (route) => {
        await world.server.fakeChain('execute', route.request().postDataJSON())
        await update(id, { shortcode: 'new-code' })
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).click()
    await page.getByRole('heading', { name: 'You got 50 GOLD' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/d/new-code')
  })

  it('tells its buyer what else is paid for, if it was paused after the first of several items', async () => {
    const id = await createDrop(world.server, { ...TERMS, shortcode: 'half-way' })
    const { page } = await world.visit()
    await page.goto('/d/half-way')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: '1500000000' })
    await page.getByRole('button', { name: 'One more' }).click()
    await page.getByRole('button', { name: 'One more' }).click()
    let sent = 0
    await page.route('**/fake-chain/execute', async (route) => {
      sent++
      if (sent === 2) await update(id, { status: 'PAUSED' })
      await route.continue()
    })
    await page.getByRole('button', { name: 'Pay 1.5 SUI and claim' }).click()
    await page.getByRole('heading', { name: 'You got 50 GOLD' }).waitFor()
    await page.getByText('You have paid. You can claim as soon as the drop is open.').waitFor()
    await update(id, { status: 'ACTIVE' })
    await page.getByText('2 more items are paid for and not claimed yet.').waitFor()
    await page.getByRole('button', { name: 'Claim again' }).click()
    await page.getByRole('button', { name: 'Claim 100 GOLD' }).click()
    await page.getByRole('heading', { name: 'You got 100 GOLD' }).waitFor()
    expect(await page.getByText('paid for').count()).toBe(0)
  })

  it('tells its buyer that the payment is kept, if it is paused before it is claimed', async () => {
    const id = await createDrop(world.server, { ...TERMS, shortcode: 'paused-late' })
    const { page } = await world.visit()
    await page.goto('/d/paused-late')
    const address = await connectNewWallet(page)
    await world.server.fakeChain('faucet', { address, coinType: SUI, amount: HALF_A_SUI })
    const setStatus = (status: string) => update(id, { status })
    // Only the payment: while the claim is executed, the drop must be open.
    const pauseFirst: Parameters<typeof page.route>[1] = async (route) => {
      await setStatus('PAUSED')
      await route.continue()
    }
    await page.route('**/fake-chain/execute', pauseFirst, { times: 1 })
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).click()
    await page.getByText('You have paid. You can claim as soon as the drop is open.').waitFor()
    await setStatus('ACTIVE')
    await page.getByRole('button', { name: 'Claim 50 GOLD' }).click()
    await page.getByRole('heading', { name: 'You got 50 GOLD' }).waitFor()
    expect(await paymentsOf(address)).toEqual(['CONFIRMED'])
  })

  it('names the most that a buyer may reserve, if that is less than what was chosen', async () => {
    await createDrop(world.server, { ...TERMS, shortcode: 'by-fifths', supply: 20 })
    const { page } = await world.visit()
    await page.goto('/d/by-fifths')
    await connectNewWallet(page)
    const more = page.getByRole('button', { name: 'One more' })
    await more.focus()
    for (let pressed = 0; pressed < 4; pressed++) await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Pay 2 SUI and claim' }).waitFor()
    // The keyboard stays where it is when there is nothing more to choose.
    expect(await more.isDisabled()).toBe(true)
    expect(await more.and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.press('Enter')
    await page.route('**/graphql', (route) => {
      const asked = route.request().postData() ?? ''
      return asked.includes('mutation FlowBeginPayment')
        ? route.continue({ postData: asked.replace('"quantity":4', '"quantity":5') })
        : route.continue()
    })
    await page.getByRole('button', { name: 'Pay 2 SUI and claim' }).click()
    await page.getByText('You can reserve at most 4 items of this drop without paying.').waitFor()
  })

  describe('whose buyer has no coins yet', () => {
    it('is paid on its own page, and claimed on the way back', async () => {
      // A payment without coins is an error in the console.
      world.allowProblems()
      const { page } = await world.visit()
      await page.goto('/d/market-day')
      const address = await connectNewWallet(page)
      await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).click()
      await page.getByText('This wallet has too few coins').waitFor()
      await page.getByRole('link', { name: 'Pay on a separate page' }).click()

      await page.getByText('0.5 SUI').first().waitFor()
      await world.server.fakeChain('faucet', { address, coinType: SUI, amount: HALF_A_SUI })
      const [intent] = await run<{ intentId: string; recipientAddress: string }[]>(
        world.server,
        '{ paymentIntents(limit: 1) { intentId recipientAddress } }',
      )
      // A payment from another wallet or an exchange, not through this page.
      await world.server.fakeChain('transfer', {
        from: address,
        to: intent?.recipientAddress,
        coinType: SUI,
        amount: HALF_A_SUI,
        memo: intent?.intentId,
      })
      await page.getByRole('link', { name: /back to/i }).click()
      await page.getByRole('button', { name: /^Claim/ }).click()
      await page.getByRole('heading', { name: 'You got 50 GOLD' }).waitFor()
      expect(await paymentsOf(address)).toEqual(['CONFIRMED'])
    })
  })

  it('is paid once from two tabs of its payment page', async () => {
    // A payment without coins is an error in the console.
    world.allowProblems()
    const { page, context } = await world.visit()
    await page.goto('/d/market-day')
    const address = await connectNewWallet(page)
    await page.getByRole('button', { name: 'Pay 0.5 SUI and claim' }).click()
    await page.getByText('This wallet has too few coins').waitFor()
    const payPage = await page.getByRole('link', { name: 'Pay on a separate page' }).getAttribute('href')
    for (const _ of ['one payment', 'another'])
      await world.server.fakeChain('faucet', { address, coinType: SUI, amount: HALF_A_SUI })

    let sent = 0
    // Delays the request, so that the other tab starts meanwhile.
    await context.route('**/fake-chain/execute', async (route) => {
      sent++
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      await route.continue()
    })
    const tabs = [await context.newPage(), await context.newPage()]
    for (const tab of tabs) {
      await tab.goto(payPage ?? '')
      await tab.getByRole('button', { name: 'Pay 0.5 SUI' }).click()
    }
    await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: /^Alice/ }).click()))
    await Promise.all(tabs.map((tab) => tab.getByText('Paid. Thank you!').waitFor()))
    expect(sent).toBe(1)
  })
})
