/** Returns what is found for each id. Ids without a record are left out. */
export function found<Id, R>(ids: readonly Id[], find: (id: Id) => R | undefined): ReadonlyMap<Id, R> {
  const records = new Map<Id, R>()
  for (const id of ids) {
    const record = find(id)
    if (record !== undefined) records.set(id, record)
  }
  return records
}
