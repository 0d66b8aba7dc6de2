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
