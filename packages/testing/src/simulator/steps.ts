import {
  type Address,
  amountOf,
  type Drop,
  type EnteredDrop,
  idOfClaim,
  type UpdateDropInput,
} from '@dropkit/core'
import { claimsOn } from '../memory/memory-table.ts'
import { testWallet } from '../service/test-service.ts'
import { buy, confirmPayment, refund, reviewPayment, withdraw } from './buying.ts'
import { claim, confirm, redeem, short } from './claiming.ts'
import { denyOrAllow, retryTransfer, settleUnmatched } from './operating.ts'
import { createDrop, deleteDrop, fundDrop, PRICE, rotateKey, updateDrop } from './owning.ts'
import type { Creator, Focus, Person, Scenario } from './scenario.ts'
import { signMark } from './simulated-chain.ts'

/** The weights of the actors' steps. */
const GIVEAWAY = {
  claim: 26,
  enter: 6,
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
const MARKET = {
  buy: 40,
  pay: 8,
  cancel: 5,
  approve: 6,
  refund: 18,
  withdraw: 8,
  reprice: 4,
  deny: 4,
  retry: 5,
  unmatched: 4,
} as const
const MIXED = {
  ...GIVEAWAY,
  buy: 16,
  pay: 4,
  cancel: 3,
  approve: 3,
  refund: 8,
  withdraw: 4,
  reprice: 2,
  deny: 2,
  retry: 2,
  unmatched: 2,
} as const
type Step = keyof typeof MIXED

const WEIGHTS: { readonly [Kind in Focus]: { readonly [step in Step]?: number } } = {
  giveaway: GIVEAWAY,
  market: { ...GIVEAWAY, rush: 2, double: 3, claim: 12, ...MARKET },
  mixed: MIXED,
}

/** Performs one random step of an actor. */
export async function takeStep(scenario: Scenario): Promise<void> {
  const { chance, actors, world } = scenario
  const { acknowledged } = world
  const drops = [...acknowledged.drops.values()]
  const everyone: readonly Person[] = [...actors.people, ...actors.creators]
  const person = chance.pick(everyone)
  const wallet = chance.pick(actors.wallets)
  const step: Step =
    drops.length === 0
      ? 'create'
      : chance.weighted<Step>({ ...WEIGHTS[scenario.focus], steal: world.hasThief ? 6 : 0 })
  if (step === 'create') return createDrop(scenario, chance.pick(actors.creators))

  const drop = chance.pick(drops)
  const owner = actors.creators.find(({ caller }) => caller.user.id === drop.creatorId)
  if (!owner) return
  switch (step) {
    case 'claim':
      return claim(scenario, person, drop, wallet)
    case 'enter': {
      const lotteries = drops.filter(({ lottery }) => lottery !== null)
      if (lotteries.length === 0) return claim(scenario, person, drop, wallet)
      return enterSome(scenario, chance.pick(lotteries))
    }
    case 'rush':
      return rush(scenario, drop)
    case 'double':
      await Promise.all([claim(scenario, person, drop, wallet), claim(scenario, person, drop, wallet)])
      return
    case 'redeem':
      return redeemSome(scenario, person)
    case 'confirm':
      return confirmSome(scenario, person)
    case 'steal':
      return steal(scenario, drop)
    case 'buy': {
      const priced = drops.filter(({ price }) => price !== null)
      if (priced.length === 0) return rush(scenario, drop)
      return buy(scenario, person, chance.pick(priced), wallet)
    }
    case 'deny':
      return denyOrAllow(scenario)
    case 'retry':
      return retryTransfer(scenario)
    case 'unmatched':
      return settleUnmatched(scenario)
    default:
      return PAYMENT_STEPS.includes(step)
        ? paymentStep(scenario, owner, drop, step)
        : ownerStep(scenario, owner, drop, step)
  }
}

const PAYMENT_STEPS: readonly string[] = ['pay', 'cancel', 'approve', 'refund', 'withdraw', 'reprice']

/** Many wallets claim at once, possibly for the last items. */
async function rush(scenario: Scenario, drop: Drop): Promise<void> {
  const { actors, chance } = scenario
  await Promise.all(actors.wallets.map((wallet) => claim(scenario, chance.pick(actors.people), drop, wallet)))
}

/** Some wallets enter a lottery at once, one of them perhaps twice. */
async function enterSome(scenario: Scenario, drop: Drop): Promise<void> {
  const { actors, chance } = scenario
  const count = chance.between(1, actors.wallets.length)
  const wallets = Array.from({ length: count }, () => chance.pick(actors.wallets))
  await Promise.all(wallets.map((wallet) => enter(scenario, chance.pick(actors.people), drop, wallet)))
}

/** Submits one of the newest vouchers, on time or late, once or twice, and may report it to the service. */
async function redeemSome(scenario: Scenario, person: Person): Promise<void> {
  const { chance, world } = scenario
  const { vouchers } = world.acknowledged
  if (vouchers.length === 0) return
  const held = chance.pick(chance.happens(0.7) ? vouchers.slice(-6) : vouchers)
  if (chance.happens(0.2)) {
    await world.timeline.pause(held.voucher.expiresAt - world.chain.now() - chance.between(-500, 500))
  }
  const txHash = redeem(scenario, held)
  const drop = world.storage.state.drops.byUnique(1, held.voucher.dropObjectId)
  if (txHash === undefined || !drop || chance.happens(0.6)) return
  await confirm(scenario, person, idOfClaim({ dropId: drop.id, sequence: held.voucher.nonce }), txHash)
}

/** Reports any transaction for any claim. */
async function confirmSome(scenario: Scenario, person: Person): Promise<void> {
  const { chance, world } = scenario
  const claims = [...world.acknowledged.claims.keys()]
  const txs = world.chain.state.claims
  if (claims.length > 0 && txs.length > 0) {
    await confirm(scenario, person, chance.pick(claims), chance.pick(txs).txHash)
  }
}

async function paymentStep(scenario: Scenario, owner: Creator, drop: Drop, step: string): Promise<void> {
  const { chance, world, actors } = scenario
  const isForSale = drop.price !== null || drop.payments.received > 0n
  if (!isForSale) return
  if (step === 'reprice') {
    await updateDrop(scenario, owner, drop, termsFor(scenario, drop))
    return
  }
  if (step === 'withdraw') {
    await withdraw(scenario, owner, drop, chance.pick(actors.wallets))
    return
  }
  const intents = [...world.acknowledged.intents.values()].filter(({ dropId }) => dropId === drop.id)
  if (intents.length === 0) return
  const paid = new Set<string | null>(world.storage.state.usedPayments.values())
  const withMoney = intents.filter(({ id }) => paid.has(id))
  const intent = chance.pick(withMoney.length > 0 && chance.happens(0.8) ? withMoney : intents)
  const payer = [...actors.people, ...actors.creators].find(({ caller }) => caller.user.id === intent.payerId)
  switch (step) {
    case 'pay': {
      const paid = world.chain.state.payments
      const txHash = paid.length > 0 && chance.happens(0.7) ? chance.pick(paid).txHash : null
      if (payer) await confirmPayment(scenario, payer, intent.id, txHash)
      return
    }
    case 'cancel':
      if (payer) await reviewPayment(scenario, payer, intent.id, 'cancelPaymentIntent')
      return
    case 'approve':
      await reviewPayment(scenario, owner, intent.id, 'approvePaymentIntent')
      return
    default:
      await Promise.all(Array.from({ length: chance.pick([1, 2]) }, () => refund(scenario, owner, intent)))
  }
}

async function ownerStep(scenario: Scenario, owner: Creator, drop: Drop, step: string): Promise<void> {
  const { chance } = scenario
  switch (step) {
    case 'update':
      await updateDrop(scenario, owner, drop, updateFor(scenario, drop))
      return
    case 'move':
      await updateDrop(scenario, owner, drop, {
        status: chance.pick(['PAUSED', 'ACTIVE', 'PAUSED', 'ACTIVE', 'ACTIVE', 'ENDED', 'CANCELLED']),
      })
      return
    case 'remove':
      await deleteDrop(scenario, owner, drop)
      return
    case 'rotate':
      await rotateKey(scenario, owner, drop)
      return
    case 'fund':
      await fundDrop(scenario, owner, drop)
  }
}

/** Above the limit of every drop, because claims under a higher limit stay valid. */
const MOST_PER_WALLET = 4

/** Raises or lowers a limit. */
function updateFor({ chance }: Scenario, drop: Drop): UpdateDropInput {
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

/**
 * Changes the price of a drop, perhaps while payments for it are on their way, or raises the limit of its wallets. A drop
 * without a limit does not become free, because free drops have one, and claims under a higher limit stay valid.
 */
function termsFor({ chance }: Scenario, { maxPerWallet }: Drop): UpdateDropInput {
  if (maxPerWallet === null) return { price: chance.pick([PRICE, 2 * PRICE]) }
  return chance.happens(0.2)
    ? { maxPerWallet: maxPerWallet + 1 }
    : { price: chance.pick([null, null, PRICE, 2 * PRICE]) }
}

/** A wallet enters a lottery. Most entrants claim after the draw, when they may or too late. */
async function enter(scenario: Scenario, person: Person, drop: Drop, wallet: Address): Promise<void> {
  const { chance, world } = scenario
  const input = { dropId: drop.id, userAddress: wallet }
  const answer = await scenario.request<EnteredDrop>(person, {
    what: `enter ${short(wallet)} into ${drop.id}`,
    run: (dropkit, caller) => dropkit.enterDrop(caller, input),
    idOf: ({ entry }) => entry.wallet,
    // The drop may be deleted by now.
    async recover({ ports }) {
      const entry = await ports.store.lotteryEntry(drop.id, wallet)
      return entry && { drop, entry }
    },
    note: ({ entry }) => world.acknowledged.entry(entry),
  })
  if (answer?.kind !== 'granted' || chance.happens(0.2)) return
  const closesInMs = (drop.lottery?.entriesCloseAt ?? 0) - world.timeline.now
  await world.timeline.pause(closesInMs + chance.between(15_000, 180_000))
  await claim(scenario, person, drop, wallet)
}

const THIEF = testWallet(666)
const DEPOSIT_RETRY_MS = 5_000

/**
 * A thief with a drop's key takes money from its vault: with the nonce of an open claim, of a future claim, or of one that
 * is over. Another actor deposits the same amount again, so that the drop's claims can be paid.
 */
async function steal({ world, chance }: Scenario, { id }: Drop): Promise<void> {
  const { chain, storage, timeline, trace, robbedVaults } = world
  const drop = storage.state.drops.get(id)
  if (drop?.vault.kind !== 'open') return
  const { objectId: dropObjectId, coinType } = drop.vault
  const vault = chain.state.ledger.vaults.get(dropObjectId)
  // Pieces of an NFT drop cannot be deposited again.
  if (!vault || vault.holds === 'pieces' || vault.isClosed || vault.isPaused) return
  const open = claimsOn(storage.state, id).filter(({ state }) => state.kind === 'PENDING')
  const next = drop.tally.lastSequence + chance.between(1, 3)
  const nonce = open.length > 0 && chance.happens(0.5) ? chance.pick(open).sequence : next
  const amount = amountOf(1n)
  const expiresAt = chain.now() + 60_000
  const voucher = { dropObjectId, claimer: THIEF, amount, nonce, expiresAt }
  const signature = signMark(vault.publicKey, chain.chain.voucherBytes(voucher))
  const taken = chain.wallet.claim({ ...voucher, signature })
  trace.note('thief', `takes ${nonce} of ${id}: ${taken.kind}`)
  if (taken.kind !== 'succeeded') return
  robbedVaults.add(dropObjectId)
  const friend = testWallet(900)
  chain.wallet.faucet(friend, coinType, amount)
  const putBack = async (): Promise<void> => {
    const deposit = await chain.chain.prepareDeposit({ dropObjectId, coinType }, amount, friend)
    if (deposit.ok) chain.wallet.execute(friend, deposit.value)
    else timeline.after(DEPOSIT_RETRY_MS, () => void putBack())
  }
  await putBack()
}
