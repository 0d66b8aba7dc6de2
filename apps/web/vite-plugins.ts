import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const OF_ONE_PROGRAM = /^licenses-.*\.md$/
const SECTION = /^(?=## )/m

/** Puts the license files of the programs into one, `licenses.md`, which names each package once. */
export function mergeLicenses(folder: string): void {
  const paths = readdirSync(folder)
    .filter((name) => OF_ONE_PROGRAM.test(name))
    .map((name) => join(folder, name))
  const parts = paths.map((path) => readFileSync(path, 'utf8').trimEnd().split(SECTION))
  const sections = new Set(parts.flatMap(([, ...packages]) => packages.map((text) => `${text.trimEnd()}\n`)))
  writeFileSync(join(folder, 'licenses.md'), [parts[0]?.[0]?.trimEnd(), ...[...sections].sort()].join('\n\n'))
  for (const path of paths) rmSync(path)
}

const ALL = '@mantine/core/styles.layer.css'
/** Maps the class names of one component, such as `Button.module.mjs`. */
const CLASS_NAMES = /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/
const BASE = '\0mantine-base.css'

/**
 * Builds the pages with the styles of those Mantine components that they use: each component brings its own, in the
 * chunk that it is in. The style sheet of all components, which the development server sends, is eight times as large.
 */
export const mantineStyles = (): Plugin => ({
  name: 'dropkit-mantine-styles',
  apply: 'build',
  enforce: 'pre',
  resolveId: {
    filter: { id: [/^@mantine\/core\/styles\.layer\.css$/, /^\0mantine-base\.css$/] },
    handler: (id) => (id === ALL || id === BASE ? BASE : null),
  },
  load: {
    filter: { id: /^\0mantine-base\.css$/ },
    handler: () =>
      ['baseline', 'default-css-variables', 'global']
        .map((name) => `@import '@mantine/core/styles/${name}.css' layer(mantine);`)
        .join('\n'),
  },
  transform: {
    filter: { id: CLASS_NAMES },
    handler(code, id) {
      const name = CLASS_NAMES.exec(id)?.[1]
      return { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null }
    },
  },
})

const SOURCE = '/src/page/chosen-colours.js'
const NAME = 'chosen-colours.js'

/**
 * Builds the script that runs before the first paint. A module would run too late, and Vite bundles nothing else: it
 * is emitted as it is written, under a name that changes with what it says, since browsers keep it for ever.
 */
export const firstScript = (): Plugin => ({
  name: 'dropkit-first-script',
  apply: 'build',
  buildStart() {
    const path = fileURLToPath(new URL(`.${SOURCE}`, import.meta.url))
    this.addWatchFile(path)
    this.emitFile({ type: 'asset', name: NAME, source: readFileSync(path, 'utf8') })
  },
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const emitted = Object.values(bundle).find((file) => file.type === 'asset' && file.names.includes(NAME))
      if (emitted === undefined) throw new Error(`${NAME} was not emitted`)
      return html.replace(SOURCE, `/${emitted.fileName}`)
    },
  },
})

/** Which page an address shows, as the server's own routes have it. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/(dashboard(\/.*)?)?$/, 'dashboard'],
  [/^\/(d|embed)\/[^/]+$/, 'claim'],
  [/^\/c\/[^/]+$/, 'creator'],
  [/^\/pay\/[^/]+$/, 'pay'],
  [/^\/verify\/[^/]+$/, 'verify'],
]

const PAYMENT = /^\/pay\/([^/?]+)/

/**
 * Under Vite's own server: leads addresses to pages, and writes into them what the server at `serverUrl` writes when it
 * serves the built ones.
 */
export const devPages = (serverUrl: string): Plugin => ({
  name: 'dropkit-dev-pages',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      const path = (request.url ?? '/').split('?')[0] ?? '/'
      const isExplorer = path === '/graphql' && request.headers.accept?.includes('text/html')
      const page = isExplorer ? 'explorer' : PAGES.find(([pattern]) => pattern.test(path))?.[1]
      if (page !== undefined) request.url = `/${page}.html`
      next()
    })
  },
  transformIndexHtml: {
    order: 'pre',
    async handler(html, { originalUrl }) {
      const paymentIntentId = PAYMENT.exec(originalUrl ?? '')?.[1]
      const isForVisitors = !/dashboard|explorer/.test(originalUrl ?? '')
      const visit = await fetch(`${serverUrl}/auth/visit`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(paymentIntentId === undefined ? {} : { paymentIntentId }),
      }).catch(() => undefined)
      const data = {
        visitor: isForVisitors && visit?.ok ? await visit.json() : null,
        nonce: '__NONCE__',
        now: new Date().toISOString(),
        chain: 'fake',
        network: null,
        publicUrl: serverUrl,
        imageOrigins: [],
        embedOrigins: [],
      }
      const text = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
      return html.replace('<!--page-->', `<script type="application/json" id="page">${text}</script>`)
    },
  },
})
