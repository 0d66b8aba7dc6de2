import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defaultClientConditions, defineConfig } from 'vite'
import { messageCatalogs } from './message-catalogs.ts'
import { devPages, firstScript, mantineStyles, mergeLicenses } from './vite-plugins.ts'

const page = (name: string) => fileURLToPath(new URL(`${name}.html`, import.meta.url))

/** Each page is built by itself: it loads one script and one style sheet, with what it needs and nothing of the others. */
const PAGES = ['claim', 'creator', 'pay', 'verify', 'dashboard', 'explorer']

/** `@dropkit/core` is built from its sources. */
const conditions = ['@dropkit/source', ...defaultClientConditions]

const buildOf = (name: string): BuildEnvironmentOptions => ({
  // The folder is empty when the build begins, and holds all pages when it ends.
  emptyOutDir: false,
  // Software licenses of the packages in the pages, which are passed on with them.
  license: { fileName: `licenses-${name}.md` },
  rolldownOptions: {
    input: page(name),
    output: {
      // What a page needs at once comes in one script, even where a part that is loaded later uses it, too.
      codeSplitting: { groups: [{ name, tags: ['$initial'] }] },
    },
  },
})

/** Where `npm run dev -w @dropkit/web` finds the server whose pages these are. */
const SERVER = process.env['DROPKIT_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  plugins: [react(), firstScript(), mantineStyles(), messageCatalogs(), devPages(SERVER)],
  // The server puts one of its own into each answer.
  html: { cspNonce: '__NONCE__' },
  resolve: { conditions },
  build: {
    // The policy of the pages allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
    // The server measures what it sends, and sends it compressed.
    reportCompressedSize: false,
    rolldownOptions: {
      // Of thousands of icons, those that the pages use are compiled.
      experimental: { lazyBarrel: true },
      // A word of libraries to React's compiler, which is not in use here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
    },
  },
  environments: Object.fromEntries(
    PAGES.map((name) => [name, { consumer: 'client', resolve: { conditions }, build: buildOf(name) }]),
  ),
  builder: {
    async buildApp({ config, environments, build }) {
      for (const environment of Object.values(environments).filter(({ name }) => PAGES.includes(name)))
        await build(environment)
      mergeLicenses(resolve(config.root, config.build.outDir))
    },
  },
  // It loads its threads by addresses of Vite's own, which the bundling of dependencies does not know.
  optimizeDeps: { exclude: ['@graphiql/react/setup-workers/vite'] },
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/auth', '/files', '/drops', '/fake-chain'].map((path) => [
        path,
        { target: SERVER, ws: path === '/graphql' },
      ]),
    ),
  },
})
