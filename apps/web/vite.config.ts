import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { devPages } from './dev-pages.ts'
import { firstScript } from './first-script.ts'

const page = (name: string) => fileURLToPath(new URL(`${name}.html`, import.meta.url))

/** Where `npm run dev -w @dropkit/web` finds the server whose pages these are. */
const SERVER = process.env['DROPKIT_URL'] ?? 'http://127.0.0.1:4000'

export default defineConfig({
  plugins: [react(), firstScript(), devPages(SERVER)],
  // The server puts one of its own into each answer.
  html: { cspNonce: '__NONCE__' },
  // @dropkit/core is taken as it is written.
  resolve: { conditions: ['@dropkit/source', ...defaultClientConditions] },
  build: {
    // The policy of the pages allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 5_000,
    // The server measures what it sends, and sends it compressed.
    reportCompressedSize: false,
    // Of what others wrote and is in the pages: it goes where they go.
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      // A word of libraries to React's compiler, which is not in use here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log)
      },
      input: ['dashboard', 'claim', 'pay', 'verify', 'explorer'].map(page),
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
