// What a drop's owner does with payments: refund, approve, and withdraw.
import { beforeAll, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from '../support/drops.ts'
import { inBrowser, signedInBy } from './browser-world.ts'
import { SUI } from './sample-drops.ts'

const HALF_A_SUI = 500_000_000n
const PAYMENT =
  'query($id: ID!) { paymentIntent(id: $id) { status receivedAtomic refunds { amountAtomic } } }'

interface Seen {
  readonly status: string
  readonly receivedAtomic: string
  readonly refunds: readonly { readonly amountAtomic: string }[]
}

inBrowser('payments of a drop', (world) => {
  let dropId: string
  beforeAll(async () => {
    dropId = await createDrop(world.server, { title: 'Market day', price: 0.5, currency: 'SUI' })
  })

  const seen = (id: string) => run<Seen>(world.server, PAYMENT, { id })

  /** Pays this amount for one item from a new wallet. Returns the payment's id once it has this status. */
  const paid = async (number: number, amount: bigint, wanted: string): Promise<string> => {
    const from = walletOf(number).address
    const { id, intentId, recipientAddress } = await run<Record<string, string>>(
      world.server,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId recipientAddress }
      }`,
      { input: { dropId, walletAddress: from, paymentMethod: 'SUI' } },
    )
    const coins = { coinType: SUI, amount: String(amount) }
    await world.server.fakeChain('faucet', { address: from, ...coins })
    await world.server.fakeChain('transfer', { from, to: recipientAddress, memo: intentId, ...coins })
    await eventually(
      () => seen(id ?? ''),
      ({ status }) => status === wanted,
    )
    return id ?? ''
  }

  it('are refunded exactly, approved as received, and withdrawn once they are earned', async () => {
    const full = await paid(1, HALF_A_SUI, 'CONFIRMED')
    const short = await paid(2, HALF_A_SUI - 1n, 'REQUIRES_REVIEW')
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })

    await page.goto('/dashboard')
    await page
      .getByRole('region', { name: 'Needs attention' })
      .getByRole('link', { name: 'Market day' })
      .click()
    const shortPayment = page.locator('[data-payment="REQUIRES_REVIEW"]')
    await shortPayment.waitFor()
    expect(await page.locator('[data-payment]').count()).toBe(1)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Refunded', exact: true }).click()
    await page.getByText('No payment of this drop has this status.').waitFor()
    await page.getByLabel('Show every status').click()
    await page.locator('[data-payment="CONFIRMED"]').waitFor()
    await shortPayment.getByText('0.499999999 SUI came in').waitFor()
    await shortPayment.getByRole('button', { name: 'Approve' }).click()
    await shortPayment.waitFor({ state: 'hidden' })
    expect(await seen(short)).toMatchObject({ status: 'CONFIRMED', receivedAtomic: '499999999' })

    await page.locator('[data-payment="CONFIRMED"]').last().getByRole('button', { name: 'Refund' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('0.5 SUI came in').waitFor()
    await dialog.getByLabel('How much').fill('0.6')
    await dialog.getByRole('button', { name: 'Refund 0.6 SUI' }).click()
    await dialog.getByText('At most 0.5 SUI can be refunded.').waitFor()
    await dialog.getByLabel('How much').fill('0.000000001')
    await dialog.getByLabel('Why').fill('Small change')
    await dialog.getByRole('button', { name: 'Refund 0.000000001 SUI' }).click()
    await page.locator('[data-payment="PARTIALLY_REFUNDED"]').getByText('Small change').waitFor()
    expect(await seen(full)).toMatchObject({ receivedAtomic: '500000000', refunds: [{ amountAtomic: '1' }] })

    const buyer = walletOf(2).address
    const { claimParams, dropInfo } = await claimDrop(world.server, dropId, buyer)
    await world.server.fakeChain('claim', { ...dropInfo, ...claimParams, claimer: buyer })

    await page.getByRole('link', { name: 'Link one under Settings' }).click()
    await page.getByRole('button', { name: 'Link a wallet' }).click()
    await page.getByRole('button', { name: 'Create a test wallet' }).click()
    await page.getByRole('button', { name: 'Link another wallet instead' }).waitFor()
    await page.goto(`/dashboard/drops/${dropId}/payments`)
    await page.getByText(/^0\.499999999/).waitFor()
    await page.getByRole('button', { name: 'Withdraw' }).click()
    await page.getByText('0.499999999 SUI are on their way to you.').waitFor()
    await page.locator('[data-payout="SUCCEEDED"]').getByText('0.499999999 SUI to 0x').waitFor()
    await page.getByText('Nothing to withdraw yet.').waitFor()
    expect(await page.getByRole('button', { name: 'Withdraw' }).isDisabled()).toBe(true)
  })
  it('are refunded again by a click once the cause of a failed refund has passed', async () => {
    const from = walletOf(3).address
    const most = 2n ** 64n - 1n
    await paid(3, HALF_A_SUI, 'CONFIRMED')
    // The refund fails because it would overflow the buyer's balance.
    await world.server.fakeChain('faucet', { address: from, coinType: SUI, amount: String(most) })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}/payments`)
    await page.locator('[data-payment="CONFIRMED"]').first().getByRole('button', { name: 'Refund' }).click()
    await page.getByRole('button', { name: 'Refund all that is left' }).click()
    const refund = page.locator('[data-refund="FAILED"]')
    await refund
      .getByText(/^It failed after \d+ attempts?: The receiver’s balance would become larger/)
      .waitFor()

    await page.goto('/dashboard')
    const inbox = page.getByRole('region', { name: 'Needs attention' })
    await inbox.getByText('1 failed refund to retry').waitFor()
    await inbox.getByRole('link', { name: 'Market day' }).click()

    const to = walletOf(4).address
    await world.server.fakeChain('transfer', { from, to, coinType: SUI, amount: String(HALF_A_SUI) })
    await refund.getByRole('button', { name: 'Retry' }).click()
    await page.locator('[data-payment="REFUNDED"]').getByText('Done').waitFor()
    expect(await refund.count()).toBe(0)
  })

  it('that belong to no order are assigned or returned by the operator', async () => {
    const buyer = walletOf(5).address
    const { id, intentId, recipientAddress } = await run<Record<string, string>>(
      world.server,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId recipientAddress }
      }`,
      { input: { dropId, walletAddress: buyer, paymentMethod: 'SUI' } },
    )
    for (const stranger of [6, 7].map((number) => walletOf(number).address)) {
      const coins = { coinType: SUI, amount: String(HALF_A_SUI) }
      await world.server.fakeChain('faucet', { address: stranger, ...coins })
      await world.server.fakeChain('transfer', { from: stranger, to: recipientAddress, ...coins })
    }
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard')
    await page.getByText('2 payments to assign or return').waitFor()
    await page.getByRole('link', { name: /^Unmatched payments.*2/ }).click()

    const open = page.locator('[data-unmatched="OPEN"]')
    await open.first().getByText('0.5 SUI').waitFor()
    await open.first().getByText('No order of this wallet waited for this amount.').waitFor()
    const dialog = page.getByRole('dialog')
    await open.first().getByRole('button', { name: 'Assign' }).click()
    await dialog.getByLabel('Reference of the order').fill(intentId ?? '')
    await dialog.getByRole('button', { name: 'Assign it' }).click()
    await page.getByText('The payment is assigned.').waitFor()
    await eventually(
      () => seen(id ?? ''),
      ({ receivedAtomic }) => receivedAtomic === String(HALF_A_SUI),
    )

    await dialog.waitFor({ state: 'hidden' })
    await open.first().getByRole('button', { name: 'Return' }).click()
    await dialog.getByRole('button', { name: 'Return it' }).click()
    await page.getByText('No payments to assign').waitFor()
    await page.getByText('All', { exact: true }).click()
    await page.locator('[data-unmatched="RETURNED"]').waitFor()
    await page.locator('[data-unmatched="ASSIGNED"]').waitFor()
  })

  it('that could not be returned to their sender are returned again by a click', async () => {
    const { recipientAddress: treasury } = await run<Record<string, string>>(
      world.server,
      'mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { recipientAddress } }',
      { input: { dropId, walletAddress: walletOf(8).address, paymentMethod: 'SUI' } },
    )
    const from = walletOf(9).address
    const coins = { coinType: SUI, amount: String(HALF_A_SUI) }
    await world.server.fakeChain('faucet', { address: from, ...coins })
    await world.server.fakeChain('transfer', { from, to: treasury ?? '', ...coins })
    // The return would overflow the sender's balance.
    await world.server.fakeChain('faucet', { address: from, coinType: SUI, amount: String(2n ** 64n - 1n) })
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto('/dashboard/unmatched')
    const dialog = page.getByRole('dialog')
    const giveBack = async () => {
      await page.getByRole('button', { name: 'Return', exact: true }).click()
      await dialog.getByRole('button', { name: 'Return it' }).click()
      await dialog.waitFor({ state: 'hidden' })
    }
    await giveBack()
    await page.getByText('On the way back').click()
    await page.getByText(/The receiver’s balance would become larger/).waitFor()
    await world.server.fakeChain('transfer', { from, to: walletOf(4).address, ...coins })
    await giveBack()
    await page.getByText('All', { exact: true }).click()
    await eventually(
      () => page.locator('[data-unmatched="RETURNED"]').count(),
      (count) => count === 2,
    )
  }, 60_000)

  // It leaves an unmatched payment, which the test above must not count.
  it('are not approved if the buyer exchanged them after the page was shown, and the page says so', async () => {
    const dropId = await createDrop(world.server, { title: 'Fair', price: 0.5, currency: 'SUI' })
    const { id, recipientAddress } = await run<Record<string, string>>(
      world.server,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id recipientAddress }
      }`,
      { input: { dropId, walletAddress: walletOf(8).address, paymentMethod: 'SUI' } },
    )
    /** Another wallet than the buyer's pays, and the buyer names the transaction. */
    const name = async (number: number, amount: bigint) => {
      const from = walletOf(number).address
      const coins = { coinType: SUI, amount: String(amount) }
      await world.server.fakeChain('faucet', { address: from, ...coins })
      const { body } = await world.server.fakeChain('transfer', { from, to: recipientAddress, ...coins })
      await run(
        world.server,
        'mutation($id: ID!, $txHash: String!) { confirmPaymentIntent(id: $id, txHash: $txHash) { id } }',
        { id, txHash: body['txHash'] },
      )
    }
    await name(9, HALF_A_SUI - 2n)
    const { page } = await world.visit({ saved: signedInBy(world.server.apiKey) })
    await page.goto(`/dashboard/drops/${dropId}/payments`)
    const payment = page.locator('[data-payment="REQUIRES_REVIEW"]')
    await payment.getByText('0.499999998 SUI came in').waitFor()

    // The page reads nothing new before the click.
    let isHeld = true
    await page.route('**/graphql', (route) => {
      if (route.request().postData()?.includes('mutation ApprovePayment')) isHeld = false
      return isHeld ? undefined : route.continue()
    })
    await name(10, 1n)
    await payment.getByRole('button', { name: 'Approve' }).click()
    const changed =
      /^This page showed a payment of 0\.499999998 SUI\. The order now holds 0\.000000001 SUI from 0x/
    await payment.getByText(changed).waitFor()
    await payment.getByText('0.000000001 SUI came in').waitFor()
    expect(await seen(id ?? '')).toMatchObject({ status: 'REQUIRES_REVIEW', receivedAtomic: '1' })

    await payment.getByRole('button', { name: 'Approve' }).click()
    await payment.waitFor({ state: 'hidden' })
    expect(await seen(id ?? '')).toMatchObject({ status: 'CONFIRMED', receivedAtomic: '1' })
  })
})
