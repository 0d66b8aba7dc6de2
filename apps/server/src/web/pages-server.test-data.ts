import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { readConfig } from '../config/read-config.ts'
import { type RunningServer, startServer } from '../running-server.ts'

const KEY = 'a key of the first administrator'
export const SCRIPT = 'export const page = "page"\n'.repeat(100)

const template = (name: string) => `<!doctype html>
<html lang="en"><head><meta property="csp-nonce" nonce="__NONCE__">
<!--page-->
<link rel="stylesheet" href="/assets/${name}-1.css" nonce="__NONCE__"></head><body></body></html>
`

/** A folder with pages like those of the build. The caller must remove it. */
export function buildPages(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-built-pages-'))
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  for (const name of ['dashboard', 'claim', 'creator', 'pay', 'verify', 'explorer'])
    writeFileSync(join(folder, `${name}.html`), template(name))
  writeFileSync(join(assets, 'claim-1.js'), SCRIPT)
  writeFileSync(join(assets, 'claim-1.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(assets, 'claim-1.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(assets, 'small-1.css'), 'a{}')
  writeFileSync(join(assets, 'notes.txt'), 'not for the web')
  writeFileSync(join(folder, 'secret.js'), 'beside the folder')
  return folder
}

/** A real server of these pages, with its own data folder. */
export async function startWith(pagesFolder: string, settings: Readonly<Record<string, string>> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dropkit-pages-'))
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    BOOTSTRAP_API_KEY: KEY,
    LOG_LEVEL: 'silent',
    ...settings,
  })
  if (!config.ok) throw new Error(config.error.join('\n'))
  const server: RunningServer = await startServer(config.value, () => {}, { pagesFolder })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })
  return {
    url: server.url,
    get,
    async graphql(query: string, key = KEY, variables: object = {}) {
      const answer = await fetch(`${server.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, variables }),
      })
      // biome-ignore lint/suspicious/noExplicitAny: data has the shape of whatever was asked.
      return (await answer.json()) as { readonly data: any; readonly errors?: unknown }
    },
    async end() {
      await server.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type PagesServer = Awaited<ReturnType<typeof startWith>>

export async function createDrop(
  { graphql }: PagesServer,
  input: object,
): Promise<{ id: string; shortcode: string }> {
  const token = await graphql(
    'mutation { createToken(input: { name: "P", symbol: "P", supply: "1000000" }) { id } }',
  )
  const given = {
    title: 'Rain',
    type: 'TOKEN',
    claimType: 'REGULAR',
    maxAmount: '1000',
    tokenAmount: '10',
    existingTokenId: token.data.createToken.id,
    ...input,
  }
  const query = 'mutation ($input: CreateDropInput!) { createDrop(input: $input) { id shortcode } }'
  return (await graphql(query, KEY, { input: given })).data.createDrop
}
