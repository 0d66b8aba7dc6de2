// A paid item is claimed once, however many claims request it at the same time, even during refunds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Claimed, createDrop, eventually, run, walletOf } from './support/drops.ts'
import { type Asked, type Fleet, mixed, PLACES, SUI, startFleet, times } from './support/fleet.ts'
import { readLedgerRows } from './support/ledger-rows.ts'
import { readConsistentMoney } from './support/money-rows.ts'

const PRICE = 1_000_000_000n
const WALLETS = 5
const CLAIMS_EACH = 20

const CLAIM = `mutation($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    claim { id amount sequence }
    claimParams { amount nonce expiry signature }
    dropInfo { dropObjectId }
  }
}`
const CONFIRM_CLAIM = `mutation($claimId: ID!, $txHash: String!) {
  confirmClaim(input: { claimId: $claimId, txHash: $txHash }) { id status }
}`
const REFUND = `mutation($id: ID!, $amountAtomic: String!) {
  processRefund(input: { paymentIntentId: $id, amountAtomic: $amountAtomic }) { id amountAtomic }
}`

type Intent = { id: string; wallet: string; quantity: number }

let wallets = 1_000

describe.each(PLACES)('paid items $place', (place) => {
  let fleet: Fleet
  beforeAll(async () => {
    fleet = await startFleet(place)
  })
  afterAll(() => fleet.stop())

  /** Creates an intent and pays it. */
  const buy = async (dropId: string, wallet: string, quantity: number): Promise<Intent> => {
    const { id, recipientAddress: to } = await run<{ id: string; recipientAddress: string }>(
      fleet.first,
      `mutation($input: CreatePaymentIntentInput!) { createPaymentIntent(input: $input) { id recipientAddress } }`,
      { input: { dropId, walletAddress: wallet, paymentMethod: 'SUI', quantity } },
    )
    const amount = String(PRICE * BigInt(quantity))
    await fleet.chain.faucet({ address: wallet, coinType: SUI, amount })
    const paid = await fleet.chain.transfer({ from: wallet, to, coinType: SUI, amount })
    if (!paid.ok) throw new Error(JSON.stringify(paid.error))
    const { status } = await run<{ status: string }>(
      fleet.first,
      'mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) { status } }',
      { id, txHash: paid.value.txHash },
    )
    expect(status).toBe('CONFIRMED')
    return { id, wallet, quantity }
  }

  /**
   * All wallets claim at once, each several times, mixed with other requests. Granted claims are redeemed on the chain and
   * confirmed, also by concurrent requests. Returns the number of new claims.
   */
  const claimRound = async (dropId: string, claimers: readonly string[], others: readonly Asked[] = []) => {
    const claims = claimers.flatMap((userAddress) =>
      times(CLAIMS_EACH, () => ({ query: CLAIM, variables: { dropId, userAddress } })),
    )
    const asked = mixed([...claims, ...others])
    const answers = await fleet.rush(asked)
    const granted = new Map<string, { claimer: string; grant: Claimed }>()
    answers.forEach(({ status, body }, n) => {
      expect(status).toBe(200)
      if (asked[n]?.query !== CLAIM) return
      const { data, errors } = body as {
        data: { claimDrop: Claimed | null }
        errors?: { extensions: { code: string } }[]
      }
      const { userAddress: claimer } = (asked[n] as Asked).variables as { userAddress: string }
      if (data.claimDrop) granted.set(data.claimDrop.claim.id, { claimer, grant: data.claimDrop })
      else expect(errors?.[0]?.extensions.code).toBe('PAYMENT_REQUIRED')
    })
    // A wallet that claims again before it has redeemed its claim gets the same claim, not a second one.
    expect(new Set([...granted.values()].map(({ claimer }) => claimer)).size).toBe(granted.size)
    const confirmations: Asked[] = []
    for (const [claimId, { claimer, grant }] of granted) {
      const taken = await fleet.chain.claim({ ...grant.claimParams, ...grant.dropInfo, claimer })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      const { txHash } = taken.value
      confirmations.push(...times(5, () => ({ query: CONFIRM_CLAIM, variables: { claimId, txHash } })))
    }
    for (const { body } of await fleet.rush(mixed(confirmations)))
      expect(body).toMatchObject({ data: { confirmClaim: { status: 'CONFIRMED' } } })
    return granted.size
  }

  /** Claims until no more claims are granted. Returns the total number of claims. */
  const claimAll = async (dropId: string, claimers: readonly string[]): Promise<number> => {
    let claims = 0
    for (;;) {
      const more = await claimRound(dropId, claimers)
      if (more === 0) return claims
      claims += more
    }
  }

  it('are claimed as many times as they were bought, for any number of simultaneous claims', async () => {
    const dropId = await createDrop(fleet.first, { price: 1, maxAmount: '100' })
    const claimers = times(WALLETS, () => walletOf(wallets++).address)
    const intents: Intent[] = []
    // Two intents each, for 1 to 3 items in all.
    for (const [n, wallet] of claimers.entries()) {
      intents.push(await buy(dropId, wallet, 1))
      if (n > 0) intents.push(await buy(dropId, wallet, 1 + (n % 2)))
    }
    const bought = intents.reduce((items, { quantity }) => items + quantity, 0)
    expect(await claimAll(dropId, claimers)).toBe(bought)
    const money = await readConsistentMoney(fleet.first.databaseUrl, dropId)
    expect(money).toMatchObject({ heldItems: 0, reservedCount: bought, earned: PRICE * BigInt(bought) })
    for (const intent of money.intents) expect(intent).toMatchObject({ held: 0, spent: intent.quantity })
  })

  it('are not claimed once their money has gone back, also when it goes while they are claimed', async () => {
    const dropId = await createDrop(fleet.first, { price: 1, maxAmount: '100' })
    const claimers = times(WALLETS, () => walletOf(wallets++).address)
    const intents: Intent[] = []
    for (const wallet of claimers) intents.push(await buy(dropId, wallet, 4))
    // Some refunds are a part of an item's price, others the price of several items. A refund of a part still takes the
    // whole item.
    const refunds = intents.flatMap(({ id }, n) =>
      times(3, (k) => ({
        query: REFUND,
        variables: { id, amountAtomic: String((PRICE * BigInt(1 + n)) / 4n + BigInt(k)) },
      })),
    )
    await claimRound(dropId, claimers, refunds)
    await claimAll(dropId, claimers)
    const money = await readConsistentMoney(fleet.first.databaseUrl, dropId)
    expect(money.heldItems).toBe(0)
    expect(money.refunds.length).toBeGreaterThan(0)

    const { events } = await eventually(
      () => readLedgerRows(fleet.first.databaseUrl, dropId),
      (rows) => rows.events.every(({ position }) => position !== null),
    )
    for (const { id, wallet, quantity } of intents) {
      // According to the log, a claim needs enough money left after all refunds before it. Earlier claims stay claimed.
      let rest = PRICE * BigInt(quantity)
      let claimed = 0
      for (const { type, data } of events) {
        if (type === 'drop.claimed' && data['userAddress'] === wallet) {
          expect(BigInt(claimed + 1) * PRICE).toBeLessThanOrEqual(rest)
          claimed++
        }
        if (type === 'refund.created' && data['paymentIntentId'] === id)
          rest -= BigInt(String(data['amountAtomic'] ?? data['amount']))
      }
      const row = money.intents.find((intent) => intent.id === id)
      expect(row?.spent).toBe(claimed)
      expect(row?.refunding).toBe(PRICE * BigInt(quantity) - rest)
      expect(claimed).toBeGreaterThanOrEqual(Number(rest / PRICE))
    }
  })
})
