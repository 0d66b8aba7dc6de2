import type { ClaimOrder } from './claim-flow.ts'
import { type FlowStep, read, retryOptions } from './flow.ts'
import {
  FlowPrepareSponsoredClaimDocument,
  type FlowPrepareSponsoredClaimMutation,
  FlowRecipientMessageDocument,
  FlowSubmitSponsoredClaimDocument,
} from './generated/flow-operations.ts'
import { digestOf, randomKey } from './idempotency.ts'
import { isRecord, ok, type Refusal, type Result, refusalOf, refused } from './result.ts'
import { walletRefusal } from './wallet.ts'

/** A wallet's permission to deliver one claim to another address. */
interface Approval {
  readonly message: string
  readonly signature: string
}

/** An approval is valid for ten minutes, so one that was stored before an interruption may be replaced once. */
const MOST_APPROVALS = 2

interface Approving {
  readonly dropId: string
  /** Undefined: the wallet itself. */
  readonly recipient: string | undefined
  /** Idempotency key of the request without an approval. */
  readonly key: string
}

/**
 * Sends the request with the wallet's approval of the recipient, if there is one. The approval is stored before it is sent,
 * so that a flow that is run again sends the same request.
 */
export async function withApproval<Value>(
  step: FlowStep,
  { dropId, recipient, key }: Approving,
  ask: (approval: { readonly recipient?: Approval }, key: string) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  if (recipient === undefined) return ask({}, key)
  const { storage } = step.parts
  const place = `approval ${step.id}`
  step.used.push(place)
  for (let made = 1; ; made += 1) {
    let approval = readApproval(await storage.get(place))
    if (approval === undefined) {
      const signed = await newApproval(step, dropId, recipient)
      if (!signed.ok) return signed
      approval = readApproval(await storage.putIfAbsent(place, JSON.stringify(signed.value))) ?? signed.value
    }
    // The message has a nonce, so each approval has a key of its own.
    const answer = await ask({ recipient: approval }, `${key}-${digestOf(approval.message)}`)
    if (answer.ok || !isExpired(answer.refusal)) return answer
    await storage.delete(place)
    if (made === MOST_APPROVALS) return answer
  }
}

/** The refusal says that no claim was made with this approval, and that none will be. */
const isExpired = ({ code, field, details }: Refusal): boolean =>
  code === 'BAD_USER_INPUT' && field === 'recipient.message' && details['line'] === 'Expires at'

async function newApproval(step: FlowStep, dropId: string, recipient: string): Promise<Result<Approval>> {
  const { wallet } = step
  await step.emit({ kind: 'approving', recipient })
  const variables = { dropId, userAddress: wallet.address, recipient }
  const asked = await read(step, FlowRecipientMessageDocument, variables)
  if (!asked.ok) return asked
  const { recipientMessage: message } = asked.value
  // The owner is asked to sign what the caller ordered, whatever the server answers.
  if (
    !saysWhatWasOrdered(message, {
      Drop: dropId,
      Wallet: canonical(wallet.address),
      Recipient: recipient,
    })
  )
    return refused(refusalOf('BAD_ANSWER', 'The message to sign does not say what was ordered'))
  try {
    return ok({ message, signature: await wallet.signMessage(message) })
  } catch (error) {
    return refused(walletRefusal(error))
  }
}

/** Whether the message says once each what was ordered. It may have further lines. */
function saysWhatWasOrdered(message: string, ordered: Readonly<Record<string, string>>): boolean {
  const lines = message.split('\n')
  return Object.entries(ordered).every(([name, value]) => {
    const said = lines.filter((line) => line.startsWith(`${name}: `))
    return said.length === 1 && said[0] === `${name}: ${value}`
  })
}

/** Whether two texts are one address. Leading zeros and capital letters make no difference. */
export const isSameAddress = (one: string, other: string): boolean => canonical(one) === canonical(other)

/** What is not an address stays as it is, so that the server refuses it. */
function canonical(address: string): string {
  const text = address.trim().toLowerCase()
  return /^0x[0-9a-f]{1,64}$/.test(text) ? `0x${text.slice(2).padStart(64, '0')}` : text
}

/** The recipient that the wallet must sign, in one spelling. Undefined if the claim goes to the wallet itself. */
export const recipientToSign = ({ recipient, wallet }: Pick<ClaimOrder, 'recipient' | 'wallet'>) =>
  recipient === undefined || isSameAddress(recipient, wallet.address) ? undefined : canonical(recipient)

function readApproval(text: string | undefined): Approval | undefined {
  if (text === undefined) return undefined
  const value: unknown = JSON.parse(text)
  if (!isRecord(value)) return undefined
  const { message, signature } = value
  return typeof message === 'string' && typeof signature === 'string' ? { message, signature } : undefined
}

type Offer = NonNullable<FlowPrepareSponsoredClaimMutation['prepareSponsoredClaim']>

/**
 * Lets the wallet sign a transaction whose gas the server pays, and lets the server send it. The transaction is stored
 * before the wallet gets it, so a retry submits the same transaction, which the chain executes once. False if the wallet
 * has to pay the gas.
 */
export async function takeSponsored(step: FlowStep, claimId: string): Promise<Result<boolean>> {
  const { parts, wallet, used } = step
  const { storage } = parts
  if (!wallet.signTransaction) return ok(false)
  const name = `sponsored ${claimId}`
  used.push(name)
  let stored = await storage.get(name)
  if (stored === undefined) {
    const prepared = await parts.mutateOnce(
      FlowPrepareSponsoredClaimDocument,
      { claimId },
      randomKey(),
      retryOptions(step),
    )
    if (!prepared.ok) return prepared
    const { prepareSponsoredClaim } = prepared.value
    if (prepareSponsoredClaim === null) return ok(false)
    stored = await storage.putIfAbsent(name, JSON.stringify(prepareSponsoredClaim))
  }
  const { transactionBytes, sponsorship } = JSON.parse(stored) as Offer
  let signature: string
  try {
    signature = await wallet.signTransaction(transactionBytes)
  } catch (error) {
    await storage.delete(name)
    return refused(walletRefusal(error))
  }
  const input = { sponsorship, signature }
  const submitted = await parts.mutateOnce(
    FlowSubmitSponsoredClaimDocument,
    { input },
    randomKey(),
    retryOptions(step),
  )
  if (submitted.ok) return ok(true)
  if (!submitted.refusal.retryable) await storage.delete(name)
  return submitted
}
