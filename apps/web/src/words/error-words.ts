import { ApiRefusal, TranslatedError } from '../api/errors.ts'
import messages from './messages/errors.json'
import { inErrors } from './messages.ts'
import { inWords } from './time.ts'

/**
 * The message for an error. All errors that pages show pass through here: raw messages of the chain, of wallets, of GraphQL
 * and of JavaScript are never shown.
 */
export function inPlainWords(error: unknown): string {
  if (!(error instanceof Error)) return inErrors('unknown')
  if (error instanceof TranslatedError) return error.message
  if (isPromptClosed(error)) return inErrors('declined')
  if (!(error instanceof ApiRefusal)) return chainReason(error.message) ?? inErrors('unknown')
  const { code, reason, message, details } = error
  if (code === 'TX_FAILED') return chainReason(message) ?? inErrors('txFailed')
  if (typeof details['resetsAt'] === 'string') return limitReached(details['resetsAt'], details)
  const ofChain = reason === 'CHAIN_REFUSED' ? chainReason(message) : undefined
  const words = codeWords(code) ?? ofChain ?? wordsForReason(error)
  if (words !== undefined) return words
  return looksTechnical(message)
    ? (chainReason(message) ?? inErrors('unknown'))
    : inErrors('refused', { reason: message })
}

function limitReached(resetsAt: string, { window, gasBudget }: ApiRefusal['details']): string {
  const time = inWords(resetsAt)
  return typeof gasBudget === 'string'
    ? inErrors('gasUsedUp', { budget: gasBudget, time })
    : inErrors('limitReached', { window: window === 'hour' ? 'hour' : 'day', time })
}

/** The user message for an error code. Undefined if the code has several reasons. */
export const codeWords = (code: string): string | undefined => (isCode(code) ? inErrors(code) : undefined)

const isCode = (code: string): code is keyof typeof messages =>
  /^[A-Z_]+$/.test(code) && Object.hasOwn(messages, code)

/** Codes with several reasons. */
const WITH_REASONS: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'CONFLICT'])

let words: ((refusal: ApiRefusal) => string | undefined) | undefined
let loading: Promise<void> | undefined

/**
 * Loads the messages for reasons, if this refusal needs them. Without them, for example without a network, the server's own
 * sentence is shown.
 */
export function loadReasons({ code }: ApiRefusal): Promise<void> | undefined {
  if (!WITH_REASONS.has(code)) return undefined
  loading ??= import('./reason-words.ts').then(
    ({ reasonWords }) => {
      words = reasonWords
    },
    () => {},
  )
  return loading
}

const wordsForReason = (refusal: ApiRefusal): string | undefined =>
  WITH_REASONS.has(refusal.code) ? words?.(refusal) : undefined

/** Messages of the chain or a wallet that certainly sent nothing, each with a message for users. */
const SENT_NOTHING = [
  [/EInsufficientVault|ENoVault|EVaultClosed|EVaultChanged/, 'vaultTooLow'],
  [/insufficient|not enough|too few coins|no valid gas coins/i, 'tooFewCoins'],
  [/EPaused/, 'claimsPaused'],
  [/EExpired/, 'claimExpired'],
  [/ENonceUsed/, 'claimedAlready'],
  [/EBadSignature/, 'claimNotAccepted'],
  [/EBalanceOverflow/, 'balanceTooLarge'],
  [/deny.?list|CoinDeny|EWrongCoin/i, 'coinDenied'],
  // A node or a browser also cancels requests, which it may have sent.
  [/reject|declin|denied|said no|user.*cancel|cancel.*user/i, 'declined'],
] as const satisfies readonly (readonly [RegExp, string])[]

/** Messages of the chain, wallets or the browser, each with a message for users. The first match is used. */
const REASONS = [
  ...SENT_NOTHING,
  [/transaction was lost/, 'transactionLost'],
  [/timed? ?out|timeout|unavailable|not reached|cannot be reached/i, 'chainSilent'],
  [/module script|dynamically imported/i, 'partNotLoaded'],
  [/failed to fetch|networkerror|load failed/i, 'connectionLost'],
] as const satisfies readonly (readonly [RegExp, string])[]

const reasonKey = (reason: string) => REASONS.find(([pattern]) => pattern.test(reason))?.[1]

/** The user message for a technical reason. Undefined if there is none. */
function chainReason(reason: string): string | undefined {
  const key = reasonKey(reason)
  return key && inErrors(key)
}

/** Whether a transaction failed because the wallet has too few coins. Wallets and chains have no error code for it. */
export const lacksCoins = (error: unknown): boolean =>
  error instanceof Error && reasonKey(error.message) === 'tooFewCoins'

/**
 * Whether the user has closed the browser's own dialog for a passkey, or the page may not open it. Chromium's message says
 * that it "timed out or was not allowed".
 */
export const isPromptClosed = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'NotAllowedError'

/** Whether a wallet that failed may have sent its transaction: after every error that does not exclude it. */
export function mayHaveBeenSent(error: unknown): boolean {
  if (error instanceof TranslatedError || isPromptClosed(error)) return false
  if (error instanceof ApiRefusal) return error.retryable || error.code === 'INTERNAL'
  const message = String((error as Partial<Error> | null)?.message ?? error)
  return !SENT_NOTHING.some(([pattern]) => pattern.test(message))
}

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

/** The server's error for this input field. Undefined if the error is not about it. */
export const fieldError = (error: unknown, field: string): string | undefined =>
  error instanceof ApiRefusal && error.field === field ? capitalised(inPlainWords(error)) : undefined

/** The error. Null if it is about one of these fields, which show their own errors. */
export const errorOutsideFields = (error: unknown, fields: readonly string[]): unknown =>
  error instanceof ApiRefusal && error.field !== undefined && fields.includes(error.field) ? null : error

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
