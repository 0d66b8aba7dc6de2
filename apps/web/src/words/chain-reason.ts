import { inErrors } from './messages.ts'

/** What the chain, a wallet or the browser says, and the message for people. The first match counts. */
const REASONS = [
  [/EInsufficientVault|ENoVault|EVaultClosed|EVaultChanged/, 'vaultTooLow'],
  [/insufficient|not enough|too few coins|no valid gas coins/i, 'tooFewCoins'],
  [/EPaused/, 'claimsPaused'],
  [/EExpired/, 'claimExpired'],
  [/ENonceUsed/, 'claimedAlready'],
  [/EBadSignature/, 'claimNotAccepted'],
  [/EBalanceOverflow/, 'balanceTooLarge'],
  [/deny.?list|CoinDeny|EWrongCoin/i, 'coinDenied'],
  [/reject|declin|denied|cancel|said no/i, 'declined'],
  [/transaction was lost/, 'transactionLost'],
  [/timed? ?out|timeout|unavailable|not reached|cannot be reached/i, 'chainSilent'],
  [/module script|dynamically imported/i, 'partNotLoaded'],
  [/failed to fetch|networkerror|load failed/i, 'connectionLost'],
] as const satisfies readonly (readonly [RegExp, string])[]

const reasonKey = (reason: string) => REASONS.find(([pattern]) => pattern.test(reason))?.[1]

/** The meaning of a technical reason, in a sentence; undefined if it is not known. */
export function chainReason(reason: string): string | undefined {
  const key = reasonKey(reason)
  return key && inErrors(key)
}

/** Whether a transaction failed because the wallet has too little. Wallets and chains have no code for it. */
export const lacksCoins = (fault: unknown): boolean =>
  fault instanceof Error && reasonKey(fault.message) === 'tooFewCoins'

/** Whether a message was written for programmers: by Move, by GraphQL or by JavaScript. */
export const looksTechnical = (message: string): boolean =>
  /\bE[A-Z][A-Za-z]+:|0x[0-9a-f]{6,}|\w::\w|MoveAbort|Variable "\$|Cannot query|Syntax Error|of type "|of non-null|is not a function|\b[A-Z]{3,}_[A-Z]{3,}|Cannot go from/.test(
    message,
  )

/** Why the server could not send a transfer, as a sentence. */
export const transferReason = (reason: string): string =>
  /insufficient/i.test(reason) ? inErrors('senderTooPoor') : technicalReason(reason)

/** A reason that the server or the chain gives, as a sentence for people, also if it is not a known one. */
export const technicalReason = (reason: string): string =>
  chainReason(reason) ?? (looksTechnical(reason) ? inErrors('technical') : sentence(reason))

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
