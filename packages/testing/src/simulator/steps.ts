import { type Drop, idOfClaim, type UpdateDropInput } from '@dropkit/core'
import { buy, confirmPayment, refund, reviewPayment, withdraw } from './buying.ts'
import type { Creator, Person } from './cast.ts'
import { claim, confirm, redeem } from './claiming.ts'
import { createDrop, deleteDrop, fundDrop, rotateKey, updateDrop } from './owning.ts'
import type { Mood, Scene } from './scene.ts'
import { steal } from './stealing.ts'

/** How often people do what. */
const GIVEAWAY = {
  claim: 26,
  rush: 8,
  double: 8,
  redeem: 22,
  confirm: 5,
  update: 4,
  move: 5,
  remove: 1,
  rotate: 3,
  fund: 2,
  create: 2,
  steal: 0,
} as const
const MARKET = { buy: 40, pay: 8, cancel: 5, approve: 6, refund: 18, withdraw: 8 } as const
const MIXED = { ...GIVEAWAY, buy: 16, pay: 4, cancel: 3, approve: 3, refund: 8, withdraw: 4 } as const
type Step = keyof typeof MIXED

const WEIGHTS: { readonly [Kind in Mood]: { readonly [step in Step]?: number } } = {
  giveaway: GIVEAWAY,
  market: { ...GIVEAWAY, rush: 2, double: 3, claim: 12, ...MARKET },
  mixed: MIXED,
}

/** Somebody does something. */
export async function takeStep(scene: Scene): Promise<void> {
  const { chance, cast, world } = scene
  const { acknowledged } = world
  const drops = [...acknowledged.drops.values()]
  const everybody: readonly Person[] = [...cast.people, ...cast.creators]
  const person = chance.pick(everybody)
  const wallet = chance.pick(cast.wallets)
  const step: Step =
    drops.length === 0
      ? 'create'
      : chance.weighted<Step>({ ...WEIGHTS[scene.mood], steal: world.hasThief ? 6 : 0 })
  if (step === 'create') return createDrop(scene, chance.pick(cast.creators))

  const drop = chance.pick(drops)
  const owner = cast.creators.find(({ caller }) => caller.user.id === drop.creatorId)
  if (!owner) return
  switch (step) {
    case 'claim':
      return claim(scene, person, drop, wallet)
    case 'rush':
      return rush(scene, drop)
    case 'double':
      await Promise.all([claim(scene, person, drop, wallet), claim(scene, person, drop, wallet)])
      return
    case 'redeem':
      return redeemSome(scene, person)
    case 'confirm':
      return confirmSome(scene, person)
    case 'steal':
      return steal(scene, drop)
    case 'buy': {
      const priced = drops.filter(({ price }) => price !== null)
      if (priced.length === 0) return rush(scene, drop)
      return buy(scene, person, chance.pick(priced), wallet)
    }
    default:
      return drop.price === null || !PAYMENT_STEPS.includes(step)
        ? ownerStep(scene, owner, drop, step)
        : paymentStep(scene, owner, drop, step)
  }
}

const PAYMENT_STEPS: readonly string[] = ['pay', 'cancel', 'approve', 'refund', 'withdraw']

/** Many wallets at once, for what may be the last items. */
async function rush(scene: Scene, drop: Drop): Promise<void> {
  const { cast, chance } = scene
  await Promise.all(cast.wallets.map((wallet) => claim(scene, chance.pick(cast.people), drop, wallet)))
}

/** One of the newest vouchers, in time or not, once or again; and somebody may tell the service. */
async function redeemSome(scene: Scene, person: Person): Promise<void> {
  const { chance, world } = scene
  const { vouchers } = world.acknowledged
  if (vouchers.length === 0) return
  const held = chance.pick(chance.happens(0.7) ? vouchers.slice(-6) : vouchers)
  if (chance.happens(0.2)) {
    await world.timeline.pause(held.voucher.expiresAt - world.chain.now() - chance.between(-500, 500))
  }
  const txHash = redeem(scene, held)
  const drop = world.storage.state.drops.byUnique(1, held.voucher.dropObjectId)
  if (txHash === undefined || !drop || chance.happens(0.6)) return
  await confirm(scene, person, idOfClaim({ dropId: drop.id, sequence: held.voucher.nonce }), txHash)
}

/** Any claim by any transaction that there is. */
async function confirmSome(scene: Scene, person: Person): Promise<void> {
  const { chance, world } = scene
  const claims = [...world.acknowledged.claims.keys()]
  const txs = world.chain.state.claims
  if (claims.length > 0 && txs.length > 0) {
    await confirm(scene, person, chance.pick(claims), chance.pick(txs).txHash)
  }
}

async function paymentStep(scene: Scene, owner: Creator, drop: Drop, step: string): Promise<void> {
  const { chance, world, cast } = scene
  if (step === 'withdraw') {
    await withdraw(scene, owner, drop, chance.pick(cast.wallets))
    return
  }
  const intents = [...world.acknowledged.intents.values()].filter(({ dropId }) => dropId === drop.id)
  if (intents.length === 0) return
  const paid = new Set<string | null>(world.storage.state.usedPayments.values())
  const withMoney = intents.filter(({ id }) => paid.has(id))
  const intent = chance.pick(withMoney.length > 0 && chance.happens(0.8) ? withMoney : intents)
  const payer = [...cast.people, ...cast.creators].find(({ caller }) => caller.user.id === intent.payerId)
  switch (step) {
    case 'pay': {
      const paid = world.chain.state.payments
      const txHash = paid.length > 0 && chance.happens(0.7) ? chance.pick(paid).txHash : null
      if (payer) await confirmPayment(scene, payer, intent.id, txHash)
      return
    }
    case 'cancel':
      if (payer) await reviewPayment(scene, payer, intent.id, 'cancelPaymentIntent')
      return
    case 'approve':
      await reviewPayment(scene, owner, intent.id, 'approvePaymentIntent')
      return
    default:
      await Promise.all(Array.from({ length: chance.pick([1, 2]) }, () => refund(scene, owner, intent)))
  }
}

async function ownerStep(scene: Scene, owner: Creator, drop: Drop, step: string): Promise<void> {
  const { chance } = scene
  switch (step) {
    case 'update':
      await updateDrop(scene, owner, drop, updateFor(scene, drop))
      return
    case 'move':
      await updateDrop(scene, owner, drop, {
        status: chance.pick(['PAUSED', 'ACTIVE', 'PAUSED', 'ACTIVE', 'ACTIVE', 'ENDED', 'CANCELLED']),
      })
      return
    case 'remove':
      await deleteDrop(scene, owner, drop)
      return
    case 'rotate':
      await rotateKey(scene, owner, drop)
      return
    case 'fund':
      await fundDrop(scene, owner, drop)
  }
}

/** Above every limit that a drop is made with: what was claimed under a higher one would stand. */
const MOST_PER_WALLET = 4

/** More room, less room, more for one wallet. */
function updateFor({ chance }: Scene, drop: Drop): UpdateDropInput {
  switch (chance.pick(['pool', 'supply', 'limit', 'title'])) {
    case 'pool':
      return { maxAmount: String(drop.pool + BigInt(chance.between(-60, 60))) }
    case 'supply':
      return { supply: chance.pick([null, (drop.supply ?? 5) + chance.between(-2, 3)]) }
    case 'limit':
      return drop.price === null ? { maxPerWallet: MOST_PER_WALLET } : { title: 'Still for sale' }
    default:
      return { title: `Title ${chance.below(100)}` }
  }
}
