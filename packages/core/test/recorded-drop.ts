import {
  type AdmittedWallets,
  type Answer,
  type PurchaseAnswer,
  RunningDrop,
} from '../src/application/simulate-drop/running-drop.ts'
import type { EntryAnswer } from '../src/application/simulate-drop/running-lottery.ts'
import type { Claim } from '../src/domain/claim.ts'
import type { Lottery } from '../src/domain/lottery.ts'
import type { PaymentIntent } from '../src/domain/payment/payment-intent.ts'

/** A call that changes a simulated drop, with its answer. */
export type Call = { readonly at: number; readonly wallet: number } & (
  | { readonly kind: 'enter'; readonly answer: EntryAnswer }
  /** The steps of the lottery that were due, and how it stands after them. */
  | { readonly kind: 'run_lottery'; readonly lottery: Lottery }
  | { readonly kind: 'claim'; readonly answer: Answer }
  | { readonly kind: 'buy'; readonly answer: PurchaseAnswer }
  | { readonly kind: 'pay' | 'let_run_out'; readonly intent: PaymentIntent }
  | { readonly kind: 'confirm' | 'release'; readonly claim: Claim }
)

/** Notes every call that changes it. */
export class RecordedDrop extends RunningDrop {
  readonly calls: Call[] = []

  override claim(wallet: number, at: number): Answer {
    const answer = super.claim(wallet, at)
    this.calls.push({ kind: 'claim', at, wallet, answer })
    return answer
  }

  override enter(wallet: number, at: number): EntryAnswer {
    const answer = super.enter(wallet, at)
    this.calls.push({ kind: 'enter', at, wallet, answer })
    return answer
  }

  override closeEntries(at: number): number | null {
    const roundAt = super.closeEntries(at)
    this.#noteLottery(at)
    return roundAt
  }

  override admit(at: number): AdmittedWallets | null {
    const admitted = super.admit(at)
    this.#noteLottery(at)
    return admitted
  }

  #noteLottery(at: number): void {
    const { lottery } = this.drop
    if (lottery) this.calls.push({ kind: 'run_lottery', at, wallet: 0, lottery })
  }

  override buy(wallet: number, at: number): PurchaseAnswer {
    const before = this.calls.length
    const answer = super.buy(wallet, at)
    // Who has paid claims, and who has still to pay asks for nothing.
    const isAsked = this.calls.length === before && answer.kind !== 'again'
    if (isAsked) this.calls.push({ kind: 'buy', at, wallet, answer })
    return answer
  }

  override pay(wallet: number, id: PaymentIntent['id'], at: number): PaymentIntent {
    const intent = super.pay(wallet, id, at)
    this.calls.push({ kind: 'pay', at, wallet, intent })
    return intent
  }

  override letRunOut(wallet: number, id: PaymentIntent['id'], at: number): PaymentIntent {
    const intent = super.letRunOut(wallet, id, at)
    this.calls.push({ kind: 'let_run_out', at, wallet, intent })
    return intent
  }

  override confirm(wallet: number, claim: Claim, at: number): void {
    super.confirm(wallet, claim, at)
    this.calls.push({ kind: 'confirm', at, wallet, claim })
  }

  override release(wallet: number, claim: Claim, at: number): void {
    super.release(wallet, claim, at)
    this.calls.push({ kind: 'release', at, wallet, claim })
  }
}

/** What the simulation says that a call came to, as far as both know it. */
export function told(call: Call): unknown {
  switch (call.kind) {
    case 'enter':
      return call.answer.kind === 'refused' ? call.answer : { kind: call.answer.kind }
    case 'run_lottery':
      return call.lottery
    case 'claim':
    case 'buy':
      if (call.answer.kind === 'bought') return { kind: 'bought', held: call.answer.intent.held }
      if (call.answer.kind === 'again') return { kind: 'again' }
      if (call.answer.kind === 'refused') return call.answer
      return { kind: 'claimed', sequence: call.answer.claim.sequence, amount: call.answer.claim.amount }
    case 'pay':
    case 'let_run_out':
      return { state: call.intent.state.kind, held: call.intent.held }
    case 'confirm':
      return 'CONFIRMED'
    case 'release':
      return 'EXPIRED'
  }
}
