import type { Drop, PaymentIntent } from '@dropkit/core'
import { createTestService, granted, type TestService, testWallet } from '@dropkit/testing'
import type { SqlStorage } from '../src/index.ts'
import type { OwnDatabase } from './databases.ts'

/** A store with something of everything in it, all of it made by the service itself. */
export interface FurnishedStore {
  readonly ports: TestService['ports']
  /** Free: one claim confirmed, one given back, one whose voucher is out. */
  readonly free: Drop
  /** A red packet that is drawn to its end, and delivered. */
  readonly drawn: Drop
  /** One draw of it waits. */
  readonly drawing: Drop
  /** A purchase claimed and paid out, one refunded, one open, one that came from another wallet. */
  readonly sold: Drop
  /** Its key was changed. */
  readonly keyed: Drop
  readonly intents: {
    readonly claimed: PaymentIntent
    readonly refunded: PaymentIntent
    readonly open: PaymentIntent
    readonly strange: PaymentIntent
  }
}

/** By what the drops can be found in their table. */
export const DROP_TITLES = {
  free: 'Free pepper',
  drawn: 'Pepper by chance',
  drawing: 'Pepper by chance, waiting',
  sold: 'Pepper for money',
  keyed: 'Pepper under another key',
} as const

const VOUCHERS_OVER_MS = 2 * 3_600_000

export async function furnishStore(database: OwnDatabase): Promise<FurnishedStore> {
  const storage = await database.open()
  try {
    return await furnish(storage)
  } finally {
    await storage.close()
  }
}

async function furnish(storage: SqlStorage): Promise<FurnishedStore> {
  const { store, jobs, deliveries, idempotency, retention } = storage
  const service = await createTestService({ instead: { store, jobs, deliveries, idempotency, retention } })
  const { dropkit, owner, ports } = service
  const wallet = testWallet
  granted(await dropkit.createWebhook(owner, { url: 'https://example.org/hook', events: ['claim.*'] }))
  // Long after, so that a test cannot pass only because the first events were read before it existed.
  await service.pass(120_000)

  const free = await service.createDrop({
    title: DROP_TITLES.free,
    claimDeadline: ports.clock.now() + 90 * 24 * 3_600_000,
  })
  const claim = async (drop: Drop, number: number) =>
    granted(await dropkit.claimDrop(owner, { dropId: drop.id, userAddress: wallet(number) }))
  const taken = await claim(free, 1)
  ports.memoryChain.wallet.claim(taken.voucher)
  await claim(free, 2)
  await service.pass(VOUCHERS_OVER_MS, 8)
  await claim(free, 3)

  const random = { tokenAmount: '0', supply: 2, maxAmount: '50' }
  const draw = (drop: Drop, number: number) =>
    dropkit.claimRandomDrop(owner, { dropId: drop.id, userAddress: wallet(number) })
  const drawn = await service.createDrop({ ...random, title: DROP_TITLES.drawn })
  for (const number of [1, 2]) granted(await draw(drawn, number))
  await service.pass(20_000, 8)

  const sold = await service.createDrop({ title: DROP_TITLES.sold, price: 2, maxAmount: '100' })
  const buyer = await service.callerOf('buyer')
  const buy = async (number: number) =>
    granted(
      await dropkit.createPaymentIntent(buyer, {
        dropId: sold.id,
        walletAddress: wallet(number),
        paymentMethod: 'SUI',
        quantity: 1,
      }),
    )
  const [claimed, refunded, strange] = [await buy(1), await buy(2), await buy(3)]
  service.pay(claimed)
  service.pay(refunded)
  const foreign = service.pay(strange, { from: wallet(99) })
  await service.pass(2_000)
  granted(await dropkit.confirmPaymentIntent(buyer, { id: strange.id, txHash: foreign }))
  const paidClaim = await claim(sold, 1)
  ports.memoryChain.wallet.claim(paidClaim.voucher)
  await service.pass(2_000)
  granted(await dropkit.processRefund(owner, { paymentIntentId: refunded.id }))
  granted(await dropkit.withdrawProceeds(owner, { dropId: sold.id, toAddress: wallet(0xe) }))
  await service.pass(5_000)
  const keyed = await service.createDrop({ title: DROP_TITLES.keyed })
  granted(await dropkit.rotateDropKey(owner, keyed.id, { reason: 'For a change' }))
  await allPlaced(storage)
  while ((await dropkit.deliverWebhooks()) > 0) await new Promise((resolve) => setTimeout(resolve, 5))

  // What is unfinished is made last, and left so.
  const drawing = await service.createDrop({ ...random, title: DROP_TITLES.drawing })
  granted(await draw(drawing, 1))
  const open = await buy(4)
  await allPlaced(storage)
  return { ports, free, drawn, drawing, sold, keyed, intents: { claimed, refunded, open, strange } }
}

/** On Postgres places in the log are given a moment later. */
async function allPlaced({ store }: SqlStorage): Promise<void> {
  for (let last = -1; ; ) {
    const [newest] = await store.events({ limit: 1 })
    if (newest?.position === last) return
    last = newest?.position ?? 0
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Ids of this store said by what they are, so that one store is named as another is. */
export function namesIn({ intents, ...store }: FurnishedStore, text: string): string {
  const { free, drawn, drawing, sold, keyed } = store
  const drops = Object.entries({ free, drawn, drawing, sold, keyed })
  const ofDrops = drops.reduce(
    (said, [name, { id }]) =>
      said.replace(id, name).replace(new RegExp(`claim_${id.slice('drop_'.length)}_(\\d+)`), `${name}#$1`),
    text,
  )
  const ofIntents = Object.entries(intents).reduce((said, [name, { id }]) => said.replace(id, name), ofDrops)
  return ofIntents
    .replace(free.creatorId, 'the owner')
    .replace(free.tokenId, 'the token')
    .replace(/(refund|payout|webhook|delivery)_[0-9a-f]{32}/, 'a $1')
    .replace(/chaintx_[0-9a-f]{32}/, 'a transaction')
    .replace(/event_\d+/, 'an event')
    .replace(/hour \d+/, 'hour 0')
}
