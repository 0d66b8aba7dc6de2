import type { Address, KeyValueStore } from '@dropkit/core'

const KEY = 'sui/operators'

/**
 * The accounts that were the operator of this store's service before this one, which is noted. Their keys may have been stolen,
 * so nothing may be paid to them any more.
 */
export const formerOperators = (
  keyValues: Pick<KeyValueStore, 'transact'>,
  operator: Address,
): Promise<readonly Address[]> =>
  keyValues.transact<readonly Address[]>([KEY], (values) => {
    const known = JSON.parse(values.get(KEY) ?? '[]') as readonly Address[]
    const result = known.filter((address) => address !== operator)
    return result.length < known.length
      ? { writes: new Map(), result }
      : { writes: new Map([[KEY, JSON.stringify([...known, operator])]]), result }
  })
