// Builds one web page with the fault of PLANTED_FAULT, for `seen-faults-return.test.ts`. Arguments: the page's name, and the
// folder of built pages in which it replaces the page without the fault.
import { fileURLToPath } from 'node:url'
import { createBuilder } from 'vite'
import { plantedFault } from './planted-fault.ts'

const [, , page = '', outDir = ''] = process.argv
const root = fileURLToPath(new URL('../../apps/web', import.meta.url))
const builder = await createBuilder({
  root,
  logLevel: 'warn',
  plugins: [plantedFault()],
  build: { outDir, emptyOutDir: false },
})
const environment = builder.environments[page]
if (!environment) throw new Error(`There is no page "${page}"`)
await builder.build(environment)
