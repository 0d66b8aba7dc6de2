import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'

const ENTRY = 'virtual:entry'
const folder = fileURLToPath(new URL('..', import.meta.url))

/** Bytes of what a page with this code loads at once, and of what it loads later, minified and compressed. */
async function bytesOf(code: string) {
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@dropkit/source', 'browser', 'module', 'import', 'default'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? `${folder}/entry.js` : undefined),
        load: (id) => (id === `${folder}/entry.js` ? code : undefined),
      },
    ],
    build: { write: false, minify: true, rolldownOptions: { input: ENTRY } },
  })
  const { output } = [built].flat()[0] as {
    output: readonly { readonly isDynamicEntry?: boolean; readonly code?: string }[]
  }
  const compressed = (isLater: boolean) => {
    const chunks = output.filter(
      ({ code, isDynamicEntry = false }) => code !== undefined && isDynamicEntry === isLater,
    )
    return gzipSync(chunks.map(({ code }) => code).join('\n'), { level: 9 }).length
  }
  return { atOnce: compressed(false), later: compressed(true) }
}

it('is smaller than 14 KB with all that a page of a free drop needs', async () => {
  const code = `import { createClient, DropDocument, DropUpdatesDocument } from '@dropkit/client'
globalThis.dropkit = [createClient, DropDocument, DropUpdatesDocument]`
  const { atOnce, later } = await bytesOf(code)
  expect(atOnce).toBeGreaterThan(3_000)
  expect(atOnce).toBeLessThan(14_000)
  // Payments, and the proof of work, which only drops with a price or with that check load.
  expect(later).toBeLessThan(8_000)
}, 60_000)

it('is smaller than 20 KB with every operation of the API', async () => {
  const { atOnce } = await bytesOf(
    `import * as client from '@dropkit/client'\nglobalThis.dropkit = { ...client }`,
  )
  expect(atOnce).toBeGreaterThan(6_000)
  expect(atOnce).toBeLessThan(20_000)
}, 60_000)
