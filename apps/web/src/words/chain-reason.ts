import { ApiRefusal } from '../api/api-refusal.ts'
import { inErrors } from './messages.ts'

/** Messages of the chain, wallets or the browser, each with a message for users. The first match is used. */
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

/** The user message for a technical reason. Undefined if there is none. */
export function chainReason(reason: string): string | undefined {
  const key = reasonKey(reason)
  return key && inErrors(key)
}

/** Whether a transaction failed because the wallet has too few coins. Wallets and chains have no error code for it. */
export const lacksCoins = (error: unknown): boolean =>
  error instanceof Error && reasonKey(error.message) === 'tooFewCoins'

const UNCERTAIN: ReadonlySet<string> = new Set(['chainSilent', 'connectionLost'])

/** Whether a wallet that failed may have sent its transaction, because there was no answer. */
export const mayHaveBeenSent = (error: unknown): boolean =>
  error instanceof ApiRefusal
    ? error.retryable
    : error instanceof Error && UNCERTAIN.has(reasonKey(error.message) ?? '')

/** Whether a message was written for programmers, by Move, GraphQL or JavaScript. */
export const looksTechnical = (message: string): boolean =>
  /\bE[A-Z][A-Za-z]+:|0x[0-9a-f]{6,}|\w::\w|MoveAbort|Variable "\$|Cannot query|Syntax Error|of type "|of non-null|is not a function|\b[A-Z]{3,}_[A-Z]{3,}|Cannot go from/.test(
    message,
  )

/** A sentence that says why the server could not send a transfer. */
export const transferReason = (reason: string): string =>
  /insufficient/i.test(reason) ? inErrors('senderTooPoor') : technicalReason(reason)

/** A reason of the server or the chain as a sentence for users, even if it is unknown. */
export const technicalReason = (reason: string): string =>
  chainReason(reason) ?? (looksTechnical(reason) ? inErrors('technical') : sentence(reason))

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.')
