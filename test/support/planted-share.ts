const DAY_MS = 86_400_000

/**
 * The share of a long series of tests that this run tries. `PLANTED_SHARE` is its number, by default that of the day (UTC),
 * or `all`. Show it in the names of the tests, so that readers can repeat it.
 */
export const plantedShare = process.env['PLANTED_SHARE'] ?? String(Math.floor(Date.now() / DAY_MS))
if (!/^(all|\d{1,9})$/.test(plantedShare))
  throw new Error(`PLANTED_SHARE is a number or "all"; it is "${plantedShare}".`)

/** Whether this run tries everything: `npm run test:nightly` does. */
export const areAllTried = plantedShare === 'all'

/** The items that this run tries. Each item is in one of the shares. */
export const triedOf = <T>(all: readonly T[], shares: number): readonly T[] =>
  all.filter((_, place) => areAllTried || place % shares === Number(plantedShare) % shares)
