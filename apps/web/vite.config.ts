import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type BuildEnvironmentOptions, defaultClientConditions, defineConfig } from 'vite'
import { devPages, firstScript, mantineStyles, mergeLicenses, messageCatalogs } from './vite-plugins.ts'

const page = (name: string) => fileURLToPath(new URL(`${name}.html`, import.meta.url))

/** Each page is a build of its own, with one script and one style sheet. It contains no code that only other pages need. */
const PAGES = ['claim', 'creator', 'pay', 'verify', 'dashboard', 'explorer']

/** `@dropkit/core` is built from its sources. */
const conditions = ['@dropkit/source', ...defaultClientConditions]

const buildOf = (name: string): BuildEnvironmentOptions => ({
  // All pages are built into one folder, which is new for each build.
  emptyOutDir: false,
  // The licenses of the bundled packages.
  license: { fileName: `licenses-${name}.md` },
  rolldownOptions: {
    input: page(name),
    output: {
      // Everything that a page needs first is in one script, including modules that lazy parts also use.
      codeSplitting: { groups: [{ name, tags: ['$initial'] }] },
    },
  },
})

/** The server that `npm run dev -w @dropkit/web` sends API requests to. */
const SERVER = process.env['DROPKIT_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  plugins: [react(), firstScript(), mantineStyles(), messageCatalogs(), devPages(SERVER)],
  // The server replaces it with a new nonce in each response.
  html: { cspNonce: '__NONCE__' },
  resolve: { conditions },
  build: {
    // The content security policy allows no `data:` scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
    // The server sends its own compressed files.
    reportCompressedSize: false,
    rolldownOptions: {
      // Compiles only the used icons of the thousands in the icon package.
      experimental: { lazyBarrel: true },
      // Libraries contain directives for React's compiler, which is not used here.
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
  // It starts workers from URLs that only Vite resolves, so it cannot be bundled in advance.
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
