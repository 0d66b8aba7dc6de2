import { type Address, parseAddress } from './address.ts'
import { err, ok, type Result } from './result.ts'

const MAX_NAMED_FAULTS = 100
const HEADER = /^(?:address|wallet|wallet_?address|user_?address)$/i

/**
 * Reads an uploaded list: one address a line, or a CSV whose first column holds them, with or without a heading. Each
 * line that is none is named with its number; the first hundred of them.
 */
export function parseWalletList(text: string): Result<readonly Address[], readonly string[]> {
  const wallets = new Set<Address>()
  const faults: string[] = []
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .forEach((line, index) => {
      const first = (line.split(/[,;\t]/)[0] ?? '').trim().replace(/^"(.*)"$/, '$1')
      if (first === '' || (index === 0 && HEADER.test(first))) return
      const address = parseAddress(first, 'line')
      if (address.ok) wallets.add(address.value)
      else if (faults.length < MAX_NAMED_FAULTS)
        faults.push(`line ${index + 1}: "${first.slice(0, 80)}" is no address`)
    })
  return faults.length > 0 ? err(faults) : ok([...wallets])
}
