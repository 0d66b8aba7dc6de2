// Slow cases that rarely find anything run in shares: each run tries one share, and as many days in a row as there are
// shares try all. PLANTED_SHARE is the number of the share, by default that of the day (UTC), or `all`. The names of the
// tests show it.
const DAY_MS = 86_400_000

const { PLANTED_SHARE: given = String(Math.floor(Date.now() / DAY_MS)) } = process.env
if (!/^(all|\d{1,9})$/.test(given)) throw new Error(`PLANTED_SHARE is a number or "all"; it is "${given}".`)

/** For the names of tests: a run with this tries the same share again. */
export const plantedShare = `PLANTED_SHARE=${given}`

/** The cases that this run tries. */
export function shareOf<Case>(cases: readonly Case[], shares: number, share = given): readonly Case[] {
  return share === 'all' ? cases : cases.filter((_, index) => index % shares === Number(share) % shares)
}

/** The shares of as many days in a row. */
export const allShares = <Case>(cases: readonly Case[], shares: number): readonly (readonly Case[])[] =>
  Array.from({ length: shares }, (_, day) => shareOf(cases, shares, String(day)))
