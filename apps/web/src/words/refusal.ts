import { ApiRefusal } from '../api/api-refusal.ts'
import { TranslatedError } from '../api/translated-error.ts'
import { chainReason, looksTechnical } from './chain-reason.ts'
import messages from './messages/errors.en.json'
import { inErrors } from './messages.ts'
import { wordsForReason } from './reasons.ts'
import { inWords } from './time.ts'

/**
 * The message for an error. All errors that pages show pass through here: raw messages of the chain, of wallets, of GraphQL
 * and of JavaScript are never shown.
 */
export function inPlainWords(error: unknown): string {
  if (!(error instanceof Error)) return inErrors('unknown')
  if (error instanceof TranslatedError) return error.message
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
