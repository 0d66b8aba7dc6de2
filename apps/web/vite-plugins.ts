import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

const LICENSES_OF_PAGE = /^licenses-.*\.md$/
const SECTION = /^(?=## )/m

/** Merges the license files of the pages into `licenses.md`, which lists each package once. */
export function mergeLicenses(folder: string): void {
  const paths = readdirSync(folder)
    .filter((name) => LICENSES_OF_PAGE.test(name))
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
 * Builds each page with the styles of the Mantine components that it uses: a component's styles are in its chunk. The
 * style sheet of all components, which the development server sends, is eight times as large.
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
 * Adds the script that runs before the first paint. A module would run too late, and Vite bundles only modules, so the
 * file is emitted unchanged. Its name contains a hash, because browsers cache it forever.
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

/** The page for each path, as on the server. */
const PAGES: readonly (readonly [RegExp, string])[] = [
  [/^\/(dashboard(\/.*)?)?$/, 'dashboard'],
  [/^\/(d|embed)\/[^/]+$/, 'claim'],
  [/^\/c\/[^/]+$/, 'creator'],
  [/^\/pay\/[^/]+$/, 'pay'],
  [/^\/verify\/[^/]+$/, 'verify'],
]

const PAYMENT = /^\/pay\/([^/?]+)/

/**
 * For Vite's development server: serves each page at its path, with the data that the server at `serverUrl` writes into
 * built pages.
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

const CATALOG = /\/src\/words\/messages\/[\w-]+\.json(\?de)?$/

/**
 * Compiles the ICU messages of a catalog, so that pages need no parser. An invalid message fails the build. A catalog without
 * a query is its English messages, and with `?de` its German ones.
 */
export const messageCatalogs = (): Plugin => ({
  name: 'dropkit-message-catalogs',
  enforce: 'pre',
  load: {
    filter: { id: CATALOG },
    handler(id) {
      const path = id.replace('?de', '')
      const isGerman = id !== path
      this.addWatchFile(path)
      const catalog: Record<string, Record<'en' | 'de', string>> = JSON.parse(readFileSync(path, 'utf8'))
      const compiled = Object.entries(catalog).map(([key, { en, de }]) => [key, compile(isGerman ? de : en)])
      const json = JSON.stringify(Object.fromEntries(compiled))
      // Vite reads only modules without a query as JSON.
      return isGerman
        ? { code: `export default ${json}`, moduleType: 'js', map: null }
        : { code: json, map: null }
    },
  },
})
