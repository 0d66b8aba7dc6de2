import type { ClaimState } from '../claim-flow.ts'
import type { FlowClaim } from '../flow.ts'
import type { Refusal } from '../result.ts'

/** A sum of money in whole units: without an exponent, however small it is. */
export const sumInWords = (amount: number): string =>
  amount.toLocaleString('en', { maximumFractionDigits: 20 })

/** The text that the element shows for a state. */
export const wordsOf = (state: ClaimState): string => {
  switch (state.kind) {
    case 'checking':
      return 'Checking the drop…'
    case 'signing_in':
      return 'Sign the message in your wallet to show that it is yours.'
    case 'claiming':
      return 'Reserving your share…'
    case 'approving':
      return `Sign in your wallet that the claim goes to ${state.recipient}.`
    case 'proving':
      return 'Checking that you are not a program. This takes a few seconds.'
    case 'paying':
      return `Pay ${sumInWords(state.payment.amount)} ${state.payment.currency} in your wallet.`
    case 'confirming_payment':
      return 'Waiting for the payment…'
    case 'taking':
      return 'Confirm the claim in your wallet.'
    case 'confirming':
    case 'sent':
      return isElsewhere(state.claim)
        ? `On its way to ${state.claim.recipient}…`
        : 'On its way to your wallet…'
    case 'waiting':
      return `The service ${state.refusal.code === 'UNREACHABLE' ? 'cannot be reached' : 'is busy'}. This continues by itself.`
    case 'confirmed':
      return isElsewhere(state.claim)
        ? `Claimed. It is in ${state.claim.recipient}.`
        : 'Claimed. It is in your wallet.'
    case 'refused':
      return refusalInWords(state.refusal)
  }
}

const isElsewhere = ({ recipient, userAddress }: FlowClaim): boolean =>
  recipient !== null && recipient !== userAddress

const WORDS: { readonly [Code in Refusal['code']]?: string } = {
  UNREACHABLE: 'The service cannot be reached. Check your connection and try again.',
  NOT_FOUND: 'This drop does not exist.',
  PRICE_CHANGED: 'The price has changed, and nothing was paid. Check the new price before you pay.',
  DROP_NOT_STARTED: 'This drop is not open yet.',
  DROP_NOT_ACTIVE: 'This drop is paused.',
  DROP_ENDED: 'This drop has ended.',
  DROP_SOLD_OUT: 'Everything has been claimed.',
  DROP_NOT_READY: 'This drop is being prepared. Try again in a minute.',
  ALREADY_CLAIMED: 'This wallet has already claimed.',
  CLAIM_LIMIT_REACHED: 'This wallet has reached the limit of claims.',
  CLAIM_COOLDOWN: 'This wallet has already claimed today. Come back tomorrow.',
  FORBIDDEN: 'This wallet may not claim from this drop.',
  OVERLOADED: 'Many people are claiming right now. Try again in a moment.',
  RATE_LIMITED: 'Too many requests. Try again in a minute.',
  CHAIN_UNAVAILABLE: 'The chain cannot be reached. Try again in a moment.',
  WALLET_DECLINED: 'The wallet sent nothing. Try again.',
  CLAIM_FAILED: 'The chain refused the claim.',
}

/** The descriptions of the rules that the wallet does not meet. A rule without one has no words for claimers. */
function missingInWords(checks: unknown): string {
  const rules: readonly { readonly result: string; readonly description: string | null }[] = Array.isArray(
    checks,
  )
    ? checks
    : []
  const missing = rules.flatMap(({ result, description }) =>
    result === 'FAIL' && description ? [description] : [],
  )
  return ['This wallet does not meet the rules of this drop.', ...missing].join(' ')
}

function refusalInWords({ code, field, message, details, retryable }: Refusal): string {
  if (code === 'NOT_ELIGIBLE') return missingInWords(details['checks'])
  if (field?.startsWith('recipient') || code === 'PAYMENT_NOT_CONFIRMED') return message
  return WORDS[code] ?? (retryable ? 'This did not work. Try again.' : message)
}
