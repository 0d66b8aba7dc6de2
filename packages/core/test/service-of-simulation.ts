import { createTestPorts, granted, pureHashes } from '@dropkit/testing'
import { expect } from 'vitest'
import { deliverClaims } from '../src/application/claims/deliver-claims.ts'
import { expireClaims } from '../src/application/claims/expire-claims.ts'
import { createDropkit } from '../src/application/dropkit.ts'
import { runLottery } from '../src/application/lottery/run-lottery.ts'
import { updateDueIntents } from '../src/application/payments/change-intent.ts'
import { createRunBudget } from '../src/application/run-budget.ts'
import type { Crowd } from '../src/application/simulate-drop/crowd.ts'
import type { DropSimulation } from '../src/application/simulate-drop/drop-simulation.ts'
import type { Plan } from '../src/application/simulate-drop/read-simulation.ts'
import { simulatedRound } from '../src/application/simulate-drop/running-lottery.ts'
import { drawnOrigins } from '../src/application/simulate-drop/simulate-drop.ts'
import { SIMULATED_BEACON } from '../src/application/simulate-drop/simulated-terms.ts'
import { timeOfRound } from '../src/domain/beacon.ts'
import type { Claim } from '../src/domain/claim.ts'
import type { Drop } from '../src/domain/drop.ts'
import type { PaymentIntent } from '../src/domain/payment/payment-intent.ts'
import type { Refusal } from '../src/domain/refusal.ts'
import { err, ok, type Result } from '../src/domain/result.ts'
import type { Caller } from '../src/domain/user.ts'
import type { SignedVoucher } from '../src/ports/chain.ts'
import type { RandomnessBeacon } from '../src/ports/time-and-randomness.ts'
import type { Call } from './recorded-drop.ts'
import { testRun } from './test-run.ts'

/** The object that the rules of simulated drops require. */
export const NFT = `0x${'2'.padStart(64, '0')}::example::Member`

/** The whole service in memory, with the drop of a plan on it, whose random parts are those of the simulation. */
export async function openService(simulation: DropSimulation, plan: Plan, crowd: Crowd, seed: number) {
  const base = createTestPorts({ start: plan.beginsAt })
  const origins = drawnOrigins(seed, pureHashes)
  let isForDrop = false
  const beacon: RandomnessBeacon = {
    ...base.beacon,
    chain: SIMULATED_BEACON,
    async round(round) {
      const dueAt = timeOfRound(SIMULATED_BEACON, round)
      return base.clock.now() < dueAt
        ? err({ kind: 'not_yet', dueAt })
        : ok(simulatedRound(pureHashes.sha256, origins.id, round))
    },
  }
  const ports = {
    ...base,
    beacon,
    ids: { next: (now: number) => (isForDrop ? origins.id.slice('drop_'.length) : base.ids.next(now)) },
    random: { bytes: (length: number) => (isForDrop ? origins.seed : base.random.bytes(length)) },
  }
  const { clock, memoryChain, store } = ports
  const dropkit = createDropkit(ports, simulation.settings)
  const callerOf = async (username: string): Promise<Caller> => {
    const { secret } = granted(await dropkit.createLocalUser({ username, key: { name: 'first' } }))
    return granted(await dropkit.authenticate(secret)).caller
  }
  const owner = await callerOf('owner')
  const token = { name: 'Pepper', symbol: 'PEPPER', supply: '1000000' }
  const { id: existingTokenId } = granted(await dropkit.createToken(owner, token))
  const { rules, currency: _, ...terms } = simulation.drop
  isForDrop = true
  const { id: dropId } = granted(await dropkit.createDrop(owner, { ...terms, existingTokenId }))
  isForDrop = false
  if (rules) granted(await dropkit.updateGatingConfig(owner, dropId, { rules }))
  for (let wallet = 0; wallet < crowd.size; wallet++) {
    const owns = crowd.fact(wallet, { source: 'owned_objects', subject: NFT })
    if (owns) memoryChain.wallet.mintObject(crowd.address(wallet), NFT)
  }

  const buyers = new Map<number, Caller>()
  const vouchers = new Map<number, SignedVoucher>()
  const intents = new Map<string, PaymentIntent>()
  const reread = async (): Promise<Drop> =>
    (await store.drops([dropId])).get(dropId) ?? expect.fail('no drop')

  async function claim(wallet: number): Promise<Result<Claim, Refusal>> {
    const input = { dropId, userAddress: crowd.address(wallet) }
    if (plan.drop.award.kind === 'random') {
      const answer = granted(await dropkit.claimRandomDrop(owner, input))
      return answer.kind === 'drawn'
        ? { ok: true, value: answer.claim }
        : { ok: false, error: answer.refusal }
    }
    const amount = crowd.asks(wallet)
    const answer = await dropkit.claimDrop(owner, {
      ...input,
      amount: amount === null ? null : String(amount),
    })
    if (!answer.ok) return answer
    const { claim, voucher } = answer.value
    if (voucher) vouchers.set(claim.sequence, voucher)
    return { ok: true, value: claim }
  }

  /** Runs the steps that are due. */
  async function continueLottery(): Promise<Drop['lottery']> {
    for (let [step, memo] = [0, null as string | null]; step < 20; step++) {
      const outcome = await runLottery(ports, dropId, {
        memo,
        attempts: 1,
        budget: createRunBudget({ clock }),
      })
      if (outcome.kind !== 'again' || outcome.dueAt > clock.now()) return (await reread()).lottery
      memo = outcome.memo ?? null
    }
    return expect.fail('the lottery does not come to rest')
  }

  async function claimOf(sequence: number): Promise<Claim> {
    const [found] = (await store.claims([{ dropId, sequence }])).values()
    return found ?? expect.fail('no claim')
  }

  async function confirm(sequence: number): Promise<Claim> {
    const voucher = vouchers.get(sequence)
    if (voucher) {
      const { txHash } = memoryChain.wallet.claim(voucher)
      const claimId = `claim_${dropId.slice('drop_'.length)}_${sequence}`
      return granted(await dropkit.confirmClaim(owner, { claimId, txHash }))
    }
    // It waits a while for more to deliver at once.
    for (let [round, memo] = [0, null as string | null]; round < 3; round++) {
      const outcome = await deliverClaims(ports, plan.settings, dropId, memo)
      memo = outcome.kind === 'again' ? (outcome.memo ?? null) : null
      clock.advance(5_000)
    }
    return claimOf(sequence)
  }

  return {
    reread,
    /** Makes a call again and gives what it came to, to be compared with what `told` says. */
    async repeat(call: Call): Promise<unknown> {
      clock.set(call.at)
      switch (call.kind) {
        case 'claim': {
          const { lastSequence } = (await reread()).tally
          const answer = await claim(call.wallet)
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          const { sequence, amount } = answer.value
          return sequence > lastSequence ? { kind: 'claimed', sequence, amount } : { kind: 'again' }
        }
        case 'enter': {
          const before = (await reread()).lottery?.entries
          const answer = await dropkit.enterDrop(owner, { dropId, userAddress: crowd.address(call.wallet) })
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          return { kind: (await reread()).lottery?.entries === before ? 'again' : 'entered' }
        }
        case 'run_lottery':
          return continueLottery()
        case 'buy': {
          const buyer = buyers.get(call.wallet) ?? (await callerOf(`buyer-${call.wallet}`))
          buyers.set(call.wallet, buyer)
          const order = { dropId, walletAddress: crowd.address(call.wallet), paymentMethod: 'SUI' }
          const quantity = Number(crowd.asks(call.wallet) ?? 1n)
          const answer = await dropkit.createPaymentIntent(buyer, { ...order, quantity })
          if (!answer.ok) return { kind: 'refused', refusal: answer.error }
          if (call.answer.kind === 'bought') intents.set(call.answer.intent.id, answer.value)
          return { kind: 'bought', held: answer.value.held }
        }
        case 'pay': {
          const intent = intents.get(call.intent.id) ?? expect.fail('no purchase')
          const due = intent.unitPrice * BigInt(intent.quantity)
          memoryChain.wallet.faucet(intent.wallet, intent.coinType, due as never)
          const { txHash } = memoryChain.wallet.transfer(
            intent.wallet,
            intent.recipient,
            intent.coinType,
            due as never,
            intent.externalId,
          )
          const buyer = buyers.get(call.wallet) ?? expect.fail('no buyer')
          const paid = granted(await dropkit.confirmPaymentIntent(buyer, { id: intent.id, txHash }))
          return { state: paid.state.kind, held: paid.held }
        }
        case 'let_run_out': {
          await updateDueIntents(ports, dropId, testRun())
          const intent = intents.get(call.intent.id) ?? expect.fail('no purchase')
          const after = (await store.paymentIntents([intent.id])).get(intent.id) ?? expect.fail('no purchase')
          return { state: after.state.kind, held: after.held }
        }
        case 'confirm':
          return (await confirm(call.claim.sequence)).state.kind
        case 'release':
          await expireClaims(ports, plan.settings, dropId, testRun())
          return (await claimOf(call.claim.sequence)).state.kind
      }
    },
  }
}
