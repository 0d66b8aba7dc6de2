import { ApiRefusal } from '../api/api-refusal.ts'
import {
  BeginPaymentDocument,
  CancelMyPaymentDocument,
  ConfirmMyPaymentDocument,
  type MyPaymentFragment,
  MyPaymentsDocument,
} from '../api/generated/operations.ts'
import { mayPass } from '../api/with-retries.ts'
import { serviceNow } from '../page/page-data.ts'
import { sendPayment } from '../wallet/send-payment.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { ClaimSession } from './claim-session.ts'
import { withProof } from './with-proof.ts'

interface PaymentOrder {
  readonly dropId: string
  readonly address: string
  readonly paymentMethod: string
  readonly quantity: number
}

const POLL_MS = 700
const MOST_POLLS = 40

/**
 * Pays for a claim and waits until the server has confirmed the payment. Returns the payment in its last state. An open
 * payment is continued, after a check whether the chain already has it, so that a lost answer never leads to a second
 * payment.
 */
export async function carryPayment(
  session: ClaimSession,
  wallet: Wallet,
  order: PaymentOrder,
): Promise<MyPaymentFragment> {
  session.tell('paying')
  const begun = await openPayment(session, order)
  const payment = begun ? await askTheChain(session, begun) : await beginPayment(session, order)
  if (payment.status === 'PENDING') await send(session, wallet, payment)
  session.tell('confirming')
  return settled(session, payment)
}

/** Cancels an unpaid payment and returns its items to the drop. */
export async function cancelPayment(session: ClaimSession, id: string): Promise<void> {
  await session.change(CancelMyPaymentDocument, { id })
}

async function openPayment(session: ClaimSession, { dropId, address, quantity }: PaymentOrder) {
  const { paymentIntents } = await session.read(MyPaymentsDocument, {})
  return paymentIntents.find(
    (payment) =>
      payment.drop?.id === dropId &&
      payment.walletAddress === address &&
      payment.quantity === quantity &&
      (payment.status === 'PROCESSING' ||
        (payment.status === 'PENDING' && Date.parse(payment.expiresAt) > serviceNow())),
  )
}

async function beginPayment(session: ClaimSession, order: PaymentOrder): Promise<MyPaymentFragment> {
  const { createPaymentIntent } = await withProof(session, order, (humanProof) =>
    session.change(BeginPaymentDocument, { ...order, humanProof }),
  )
  return given(createPaymentIntent)
}

async function askTheChain(session: ClaimSession, { id }: MyPaymentFragment): Promise<MyPaymentFragment> {
  const { confirmPaymentIntent } = await session.change(ConfirmMyPaymentDocument, { id, txHash: null })
  return given(confirmPaymentIntent)
}

async function send(session: ClaimSession, wallet: Wallet, { id }: MyPaymentFragment): Promise<void> {
  const txHash = await sendPayment(session.read, wallet, id, () => session.tell('in_wallet'))
  if (txHash === null) return
  try {
    await session.change(ConfirmMyPaymentDocument, { id, txHash })
  } catch (fault) {
    // The server also watches the chain, so it finds the payment later without this call.
    if (!mayPass(fault)) throw fault
  }
}

/** Polls until the payment is no longer open. Returns it in its last state if that takes too long. */
async function settled(session: ClaimSession, { id }: MyPaymentFragment): Promise<MyPaymentFragment> {
  for (let poll = 1; ; poll += 1) {
    const { paymentIntents } = await session.read(MyPaymentsDocument, {})
    const payment = given(paymentIntents.find((one) => one.id === id))
    const isOpen = payment.status === 'PENDING' || payment.status === 'PROCESSING'
    if (!isOpen || poll === MOST_POLLS) return payment
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function given<Value>(value: Value | null | undefined): Value {
  if (value == null) throw new ApiRefusal('The service gave no payment')
  return value
}
