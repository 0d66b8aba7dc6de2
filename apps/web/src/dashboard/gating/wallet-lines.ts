import { parseAddress } from '@dropkit/core'
import { inGating } from '../../words/messages/gating.ts'

/** The content of a list of wallets. Lines count from 1. */
export interface WalletLines {
  /** In normal form, without duplicates, in the order of the list. */
  readonly addresses: readonly string[]
  readonly duplicates: readonly number[]
  readonly errors: readonly { readonly line: number; readonly text: string }[]
}

const HEADING = /^(?:address|wallet|wallet_?address|user_?address)$/i
const MAX_SHOWN_LENGTH = 40

/**
 * Reads addresses from pasted text or a file: one per line, or a CSV with the addresses in the first column, with or
 * without a heading. The server reads lists by the same rule.
 */
export function readWalletLines(text: string): WalletLines {
  const addresses = new Set<string>()
  const duplicates: number[] = []
  const errors: { line: number; text: string }[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  lines.forEach((line, index) => {
    const first = (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
    if (first === '' || (index === 0 && HEADING.test(first))) return
    const address = parseAddress(first, 'line')
    if (!address.ok) errors.push({ line: index + 1, text: first.slice(0, MAX_SHOWN_LENGTH) })
    else if (addresses.has(address.value)) duplicates.push(index + 1)
    else addresses.add(address.value)
  })
  return { addresses: [...addresses], duplicates, errors }
}

/** Line numbers as text, shortened after `most`: `3, 7, 12 and 4 more`. */
export function lineNumbers(lines: readonly number[], most = 8): string {
  const shown = lines.slice(0, most).join(', ')
  return lines.length > most ? inGating('linesAndMore', { lines: shown, count: lines.length - most }) : shown
}
