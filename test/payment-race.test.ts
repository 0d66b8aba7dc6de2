// All actions on one payment, at the same time: each has one effect, and no money is created.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimDrop, createDrop, eventually, run, walletOf } from './support/drops.ts'
import {
  type Asked,
  type Fleet,
  mixed,
  PLACES,
  type RushAnswer,
  SUI,
  startFleet,
  times,
} from './support/fleet.ts'
import { readLedgerRows } from './support/ledger-rows.ts'
import { readConsistentMoney, sumOf } from './support/money-rows.ts'

const PRICE = 1_000_000_000n
const INTENT_LIFETIME_S = 15 * 60

const INTENT = '{ id status statusReason txHash }'
const CONFIRM = `mutation($id: ID!, $txHash: String) { confirmPaymentIntent(id: $id, txHash: $txHash) ${INTENT} }`
const APPROVE = `mutation($id: ID!) { approvePaymentIntent(id: $id) ${INTENT} }`
const CANCEL = `mutation($id: ID!) { cancelPaymentIntent(id: $id) ${INTENT} }`
const REFUND = `mutation($id: ID!, $amountAtomic: String) {
  processRefund(input: { paymentIntentId: $id, amountAtomic: $amountAtomic }) { id amountAtomic }
}`
const WITHDRAW = `mutation($dropId: ID!, $toAddress: String!) {
  withdrawProceeds(input: { dropId: $dropId, toAddress: $toAddress }) { id amountAtomic }
}`

type Intent = { id: string; intentId: string; amountAtomic: string; recipientAddress: string }
type Seen = { id: string; status: string; txHash: string | null; amountAtomic: string }

const PAID = ['CONFIRMED', 'PARTIALLY_REFUNDED', 'REFUNDED']
/** The result, or the code of the refusal. */
const resultOf = ({ status, body }: RushAnswer): Seen | string => {
  const { data, errors } = body as {
    data: Record<string, Seen> | null
    errors?: { extensions: { code: string } }[]
  }
  expect(status).toBe(200)
  return errors?.[0]?.extensions.code ?? (Object.values(data ?? {})[0] as Seen)
}

let wallets = 100
const newWallet = () => walletOf(wallets++).address

describe.each(PLACES)('a payment $place', (place) => {
  let fleet: Fleet
  let payerKey = ''
  let otherKey = ''
  beforeAll(async () => {
    fleet = await startFleet(place)
    ;[payerKey, otherKey] = await Promise.all([fleet.newUser('payer'), fleet.newUser('other')])
  })
  afterAll(() => fleet.stop())

  const pricedDrop = () => createDrop(fleet.first, { price: 1, maxAmount: '100' })

  const buy = (dropId: string, walletAddress: string, quantity: number, key = payerKey) =>
    run<Intent>(
      fleet.first,
      `mutation($input: CreatePaymentIntentInput!) {
        createPaymentIntent(input: $input) { id intentId amountAtomic recipientAddress } }`,
      { input: { dropId, walletAddress, paymentMethod: 'SUI', quantity } },
      key,
    )

  /** Pays on the chain without notifying the service. Returns the transaction's hash. */
  const pay = async (intent: Intent, from: string, amount = intent.amountAtomic): Promise<string> => {
    await fleet.chain.faucet({ address: from, coinType: SUI, amount })
    const sent = await fleet.chain.transfer({ from, to: intent.recipientAddress, coinType: SUI, amount })
    if (!sent.ok) throw new Error(JSON.stringify(sent.error))
    return sent.value.txHash
  }

  /** Sends all requests at once in random order. Returns the results in the given order. */
  const rushAll = async (asked: readonly Asked[]): Promise<readonly (Seen | string)[]> => {
    const order = mixed(asked.map((_, place) => place))
    const answers = await fleet.rush(order.map((place) => asked[place] as Asked))
    const results = new Array<Seen | string>(asked.length)
    order.forEach((place, n) => {
      results[place] = resultOf(answers[n] as RushAnswer)
    })
    return results
  }

  const statusOf = async ({ id }: Intent) =>
    (
      await run<{ status: string }>(fleet.last, 'query($id: ID!) { paymentIntent(id: $id) { status } }', {
        id,
      })
    ).status

  const balanceOf = async (address: string): Promise<bigint> => {
    const balances = await fleet.chain.balances(SUI, [address as never])
    return (balances.ok ? balances.value.get(address as never) : undefined) ?? 0n
  }

  const money = (dropId: string) => readConsistentMoney(fleet.first.databaseUrl, dropId)

  /** The number of events of each type for an intent. */
  const eventCounts = async (dropId: string, { id }: Intent): Promise<Record<string, number>> => {
    const { events } = await eventually(
      () => readLedgerRows(fleet.first.databaseUrl, dropId),
      (rows) => rows.events.every(({ position }) => position !== null),
    )
    const counts: Record<string, number> = {}
    for (const { type, data } of events)
      if (data['paymentIntentId'] === id) counts[type] = (counts[type] ?? 0) + 1
    return counts
  }

  /** Refunds the rest of a payment, and waits until everything is refunded. */
  const refundTheRest = async (intent: Intent) => {
    const rest = await fleet.first.graphql(REFUND, { id: intent.id })
    if (rest.errors) expect(rest.errors[0]?.extensions?.['code']).toBe('REFUND_EXCEEDS_PAYMENT')
    await eventually(
      () => statusOf(intent),
      (status) => status === 'REFUNDED',
      30_000,
    )
  }

  it('that is confirmed, refunded, approved and cancelled all at once is taken once, and goes back once', async () => {
    const dropId = await pricedDrop()
    const wallet = newWallet()
    const intent = await buy(dropId, wallet, 4)
    const { id } = intent
    const txHash = await pay(intent, wallet)
    const byHash = [
      ...times(70, () => ({ query: CONFIRM, variables: { id, txHash }, key: payerKey })),
      ...times(30, () => ({ query: CONFIRM, variables: { id, txHash } })),
    ]
    const search = times(20, () => ({ query: CONFIRM, variables: { id }, key: payerKey }))
    const refunds = times(50, (n) => ({
      query: REFUND,
      variables: { id, amountAtomic: String(1n + (BigInt(n) * PRICE) / 7n) },
    }))
    const approvals = times(15, () => ({ query: APPROVE, variables: { id } }))
    const cancels = times(15, () => ({ query: CANCEL, variables: { id }, key: payerKey }))
    const asked = [...byHash, ...search, ...refunds, ...approvals, ...cancels]
    const results = await rushAll(asked)
    const resultsOf = (group: readonly Asked[]) => results.filter((_, n) => group.includes(asked[n] as never))

    for (const result of resultsOf(byHash)) {
      expect(result).toMatchObject({ id, txHash, status: expect.toBeOneOf(PAID) })
    }
    for (const result of resultsOf(search)) expect(result).toMatchObject({ id })
    const given = resultsOf(refunds).filter((result) => typeof result !== 'string')
    for (const result of resultsOf(refunds))
      if (typeof result === 'string') expect(result).toBe('REFUND_EXCEEDS_PAYMENT')
    for (const result of resultsOf(approvals)) expect(result).toBe('INVALID_TRANSITION')
    const cancelled = resultsOf(cancels).filter((result) => typeof result !== 'string')
    for (const result of resultsOf(cancels))
      if (typeof result === 'string') expect(result).toBe('INVALID_TRANSITION')
    expect(cancelled.length).toBeLessThanOrEqual(1)

    const seen = await money(dropId)
    expect(seen.received).toBe(4n * PRICE)
    expect(seen.usedHashes).toEqual([txHash])
    expect(seen.refunds).toHaveLength(given.length)
    expect(seen.refunding).toBe(sumOf(given.map(({ amountAtomic }) => BigInt(amountAtomic))))
    const counts = await eventCounts(dropId, intent)
    expect(counts).toMatchObject({ 'payment.created': 1, 'payment.confirmed': 1 })
    expect(counts['payment.cancelled'] ?? 0).toBe(cancelled.length)
    expect(counts['refund.created'] ?? 0).toBe(given.length)

    await refundTheRest(intent)
    expect((await money(dropId)).refunding).toBe(4n * PRICE)
    expect(await balanceOf(wallet)).toBe(4n * PRICE)
  })

  /** Creates three intents for one wallet, one with each API key, and submits one payment for all of them at once. */
  const nameForThree = async (keys: readonly string[]) => {
    const dropId = await pricedDrop()
    const wallet = newWallet()
    const intents: Intent[] = []
    for (const key of keys) intents.push(await buy(dropId, wallet, 2, key))
    const txHash = await pay(intents[0] as Intent, wallet)
    const asked = times(200, (n) => ({
      query: CONFIRM,
      variables: { id: intents[n % 3]?.id, ...(n % 10 === 9 ? {} : { txHash }) },
      key: keys[n % 3],
    }))
    const results = await rushAll(asked as Asked[])
    const named = results.filter((_, n) => n % 10 !== 9)
    return { dropId, intents, txHash, named }
  }

  it('that its payer names for several intents pays for one of them', async () => {
    const { dropId, intents, txHash, named } = await nameForThree([payerKey, payerKey, payerKey])
    const paid = new Set(named.flatMap((result) => (typeof result === 'string' ? [] : [result.id])))
    expect(paid.size).toBe(1)
    for (const result of named) {
      if (typeof result === 'string') expect(result).toBe('TX_ALREADY_USED')
      else expect(result.status).toBe('CONFIRMED')
    }
    const seen = await money(dropId)
    expect(seen).toMatchObject({ received: 2n * PRICE, usedHashes: [txHash] })
    expect(seen.intents.filter(({ state }) => state === 'PAID').map(({ id }) => id)).toEqual([...paid])
    for (const intent of intents) {
      const { 'payment.confirmed': confirmed = 0 } = await eventCounts(dropId, intent)
      expect(confirmed).toBe(paid.has(intent.id) ? 1 : 0)
    }
  })

  it('that several payers name for intents of theirs pays for none of them', async () => {
    const { dropId, intents, named } = await nameForThree([payerKey, otherKey, fleet.first.apiKey])
    expect(new Set(named)).toEqual(new Set(['CONFLICT']))
    expect(await money(dropId)).toMatchObject({ received: 0n, usedHashes: [] })
    for (const intent of intents) expect(await statusOf(intent)).toBe('PENDING')
  })

  it('that falls short is approved once, while parts of it go back', async () => {
    const dropId = await pricedDrop()
    const wallet = newWallet()
    const intent = await buy(dropId, wallet, 3)
    const { id } = intent
    const came = 2n * PRICE
    const txHash = await pay(intent, wallet, String(came))
    await run(fleet.first, CONFIRM, { id, txHash }, payerKey)
    expect(await statusOf(intent)).toBe('REQUIRES_REVIEW')
    const asked: Asked[] = times(200, (n) =>
      n % 4 === 0
        ? { query: APPROVE, variables: { id } }
        : n % 4 === 1
          ? { query: CONFIRM, variables: { id, txHash }, key: payerKey }
          : { query: REFUND, variables: { id, amountAtomic: String(BigInt(n) * 1_000_000n + 1n) } },
    )
    const results = await rushAll(asked)
    const approved = results.filter((result, n) => n % 4 === 0 && typeof result !== 'string')
    const given = results.flatMap((result, n) => (n % 4 > 1 && typeof result !== 'string' ? [result] : []))
    expect(new Set(results.filter((result) => typeof result === 'string'))).toEqual(
      new Set(['INVALID_TRANSITION', 'REFUND_EXCEEDS_PAYMENT']),
    )
    expect(approved.length).toBeLessThanOrEqual(1)
    const seen = await money(dropId)
    expect(seen).toMatchObject({ received: came, usedHashes: [txHash] })
    expect(seen.refunding).toBe(sumOf(given.map(({ amountAtomic }) => BigInt(amountAtomic))))
    const counts = await eventCounts(dropId, intent)
    expect(counts).toMatchObject({ 'payment.requires_review': 1 })
    expect(counts['payment.confirmed'] ?? 0).toBe(approved.length)
    await refundTheRest(intent)
    expect(await balanceOf(wallet)).toBe(came)
  })

  it('by a stranger, named for two intents, counts for one when both are approved and refunded at once', async () => {
    const dropId = await pricedDrop()
    const stranger = newWallet()
    const intents = [await buy(dropId, newWallet(), 1), await buy(dropId, newWallet(), 1, otherKey)] as const
    const txHash = await pay(intents[0], stranger)
    for (const [n, { id }] of intents.entries())
      await run(fleet.first, CONFIRM, { id, txHash }, n === 0 ? payerKey : otherKey)
    for (const intent of intents) expect(await statusOf(intent)).toBe('REQUIRES_REVIEW')
    const results = await rushAll(
      times(200, (n) => ({
        query: n % 4 < 2 ? APPROVE : REFUND,
        variables: { id: intents[n % 2]?.id, ...(n % 4 < 2 ? {} : { amountAtomic: String(PRICE / 10n) }) },
      })),
    )
    const touched = new Set(results.flatMap((result, n) => (typeof result === 'string' ? [] : [n % 2])))
    expect(touched.size).toBe(1)
    const seen = await money(dropId)
    expect(seen).toMatchObject({ received: PRICE, usedHashes: [txHash] })
    expect(seen.refunding).toBe(PRICE)
    await refundTheRest(intents[[...touched][0] ?? 0] as Intent)
    expect(await balanceOf(stranger)).toBe(PRICE)
  })

  it('of which a part is earned is not paid out and given back as well', async () => {
    const dropId = await pricedDrop()
    const [wallet, waiting, owner] = [newWallet(), newWallet(), newWallet()]
    const [claimed, unclaimed] = [await buy(dropId, wallet, 2), await buy(dropId, waiting, 3)]
    for (const [intent, from] of [
      [claimed, wallet],
      [unclaimed, waiting],
    ] as const) {
      await run(fleet.first, CONFIRM, { id: intent.id, txHash: await pay(intent, from) }, payerKey)
    }
    const { claim, claimParams, dropInfo } = await claimDrop(fleet.first, dropId, wallet)
    const taken = await fleet.first.fakeChain('claim', { ...claimParams, ...dropInfo, claimer: wallet })
    await run(fleet.first, 'mutation($input: ConfirmClaimInput!) { confirmClaim(input: $input) { id } }', {
      input: { claimId: claim.id, txHash: taken.body['txHash'] },
    })
    const asked: Asked[] = times(200, (n) =>
      n % 5 === 0
        ? { query: WITHDRAW, variables: { dropId, toAddress: owner } }
        : {
            query: REFUND,
            variables: {
              id: (n % 2 === 0 ? claimed : unclaimed).id,
              amountAtomic: String(1n + (BigInt(n) * PRICE) / 400n),
            },
          },
    )
    const results = await rushAll(asked)
    expect(new Set(results.filter((result) => typeof result === 'string'))).toEqual(
      new Set(['CONFLICT', 'REFUND_EXCEEDS_PAYMENT']),
    )
    const seen = await money(dropId)
    expect(seen.received).toBe(5n * PRICE)
    expect(seen.earned).toBe(PRICE)
    expect(seen.paidOut).toBeLessThanOrEqual(seen.earned)
    const remaining = seen.received - seen.refunding - seen.paidOut
    const settled = await eventually(
      () => money(dropId),
      ({ refunds, payouts }) => [...refunds, ...payouts].every(({ state }) => state === 'SUCCEEDED'),
      30_000,
    )
    expect(settled.received - settled.refunding - settled.paidOut).toBe(remaining)
    expect((await balanceOf(wallet)) + (await balanceOf(waiting))).toBe(settled.refunding)
    expect(await balanceOf(owner)).toBe(settled.paidOut)
  })

  // This test is the last one, because the clock cannot be set back.
  it.runIf(place.database === 'postgres')(
    'named in time and seen when the time is over is in time',
    async () => {
      const dropId = await pricedDrop()
      const wallet = newWallet()
      const intent = await buy(dropId, wallet, 2)
      const becomes = (status: string) =>
        eventually(
          () => statusOf(intent),
          (seen) => seen === status,
          20_000,
        )
      await fleet.cutOff()
      const named = { id: intent.id, txHash: await pay(intent, wallet) }
      expect(await run(fleet.last, CONFIRM, named, payerKey)).toMatchObject({ status: 'PROCESSING' })
      expect((await money(dropId)).heldItems).toBe(2)
      await fleet.advance(INTENT_LIFETIME_S + 60)
      await becomes('EXPIRED')
      expect((await money(dropId)).heldItems).toBe(0)
      await fleet.reconnect()
      await becomes('CONFIRMED')
      const confirmed = await run(fleet.last, CONFIRM, named, payerKey)
      expect(confirmed).toMatchObject({ status: 'CONFIRMED', statusReason: null })
      expect(await money(dropId)).toMatchObject({ heldItems: 2, received: 2n * PRICE })
      await claimDrop(fleet.first, dropId, wallet)
    },
  )
})
