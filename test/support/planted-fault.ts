// Puts one of the seen faults back into the sources when they are loaded: by Vite in the tests, and by Node in the servers
// that tests start. PLANTED_FAULT is its number. Pages are built with it by build-planted-page.ts.
import { registerHooks } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vitest/config'
import { SEEN_FAULTS } from './seen-faults.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const fault = SEEN_FAULTS.find(({ fault: number }) => String(number) === process.env['PLANTED_FAULT'])

/** Servers then serve the pages of this folder, one of which was built with the fault. */
const { PLANTED_PAGES } = process.env
const pagesEdit =
  PLANTED_PAGES === undefined
    ? []
    : [
        {
          file: 'apps/server/src/running-server.ts',
          from: "new URL('../../web/dist', import.meta.url)",
          to: JSON.stringify(pathToFileURL(PLANTED_PAGES)),
        },
      ]

/** The text of a source file with the fault; undefined for other files. */
function edited(path: string, source: string): string | undefined {
  const edits = [...(fault?.edits ?? []), ...pagesEdit].filter(({ file }) => path === `${root}${file}`)
  if (edits.length === 0) return undefined
  return edits.reduce((text, { from, to }) => {
    if (!text.includes(from)) throw new Error(`${path} has no "${from}" in which to plant a fault`)
    return text.replace(from, () => to)
  }, source)
}

export const plantedFault = (): Plugin => ({
  name: 'planted-fault',
  enforce: 'pre',
  transform: (code, id) => edited(id.split('?')[0] ?? '', code),
})

if (fault) {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.startsWith('file:') || loaded.source == null) return loaded
      const source =
        typeof loaded.source === 'string'
          ? loaded.source
          : Buffer.from(loaded.source as Uint8Array).toString()
      return { ...loaded, source: edited(fileURLToPath(url), source) ?? loaded.source }
    },
  })
}

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
