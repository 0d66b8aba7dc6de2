import { parseAddress } from '../address.ts'
import { type FileId, readId } from '../ids.ts'
import { err, ok } from '../result.ts'
import type { RuleKind } from './rule-kind.ts'

const FILE_PREFIX = 'file:'

/** Which wallets may (or may not) claim: addresses in the value itself, or an uploaded list of any length. */
export const walletAllowlist: RuleKind = {
  key: 'wallet_allowlist',
  operators: ['in', 'not_in'],
  valueShape: 'addresses separated by commas, or "file:<url>" of an uploaded list',
  read: (operator, value) => {
    const expected = operator === 'in'
    const list = listNamedBy(value)
    if (list !== undefined) {
      const fileId = fileNamedBy(list)
      if (!fileId) return err([`"${list}" is not the URL of a file uploaded here`])
      const request = { source: 'listed', subject: fileId } as const
      return ok({
        requests: () => [request],
        judge: (_wallet, facts) => {
          const listed = facts(request)
          if (listed === undefined) return 'unknown'
          return listed > 0n === expected ? 'pass' : 'fail'
        },
      })
    }
    const wallets = new Set<string>()
    const faults: string[] = []
    for (const part of value.split(',')) {
      if (part.trim() === '') continue
      const address = parseAddress(part.trim(), 'value')
      if (address.ok) wallets.add(address.value)
      else faults.push(`"${part.trim()}" is no address`)
    }
    if (faults.length > 0) return err(faults)
    return ok({
      requests: () => [],
      judge: (wallet) => (wallets.has(wallet) === expected ? 'pass' : 'fail'),
    })
  },
}

/** The upload whose URL this is. */
export function fileNamedBy(url: string): FileId | undefined {
  const id = /\/files\/(file_[0-9a-f]{32})(?:\/|$)/.exec(url)?.[1]
  return id === undefined ? undefined : readId('file', id)
}

/** The URL of the uploaded list that a value names; undefined when it holds the addresses itself. */
export const listNamedBy = (value: string): string | undefined =>
  value.trim().startsWith(FILE_PREFIX) ? value.trim().slice(FILE_PREFIX.length).trim() : undefined
