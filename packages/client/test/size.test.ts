import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, it } from 'vitest'

const ENTRY = 'virtual:entry'
const folder = fileURLToPath(new URL('..', import.meta.url))

/** Bytes of a page's script with this code, minified and compressed. */
async function bytesOf(code: string): Promise<number> {
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
    output: readonly { readonly type: string; readonly code?: string }[]
  }
  const chunks = output.flatMap((one) => (one.code === undefined ? [] : [one.code]))
  return gzipSync(chunks.join('\n'), { level: 9 }).length
}

it('is smaller than 14 KB with all that a claim page needs', async () => {
  const code = `import { createClient, DropDocument, DropUpdatesDocument } from '@dropkit/client'
globalThis.dropkit = [createClient, DropDocument, DropUpdatesDocument]`
  const bytes = await bytesOf(code)
  expect(bytes).toBeGreaterThan(3_000)
  expect(bytes).toBeLessThan(14_000)
}, 60_000)

it('is smaller than 20 KB with every operation of the API', async () => {
  const bytes = await bytesOf(`import * as client from '@dropkit/client'\nglobalThis.dropkit = { ...client }`)
  expect(bytes).toBeGreaterThan(6_000)
  expect(bytes).toBeLessThan(20_000)
}, 60_000)
