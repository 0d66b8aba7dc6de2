#!/usr/bin/env node
// The command line in a clone: `npm start`, `npm run apikey` and so on. `dropkit.ts` is that of the installed package.
//
// Plain JavaScript that enables the compile cache before everything else: later starts need not compile the modules again,
// and need not load Node's remover of types, which takes 12 MB in the process and 18 MB in each thread.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const { directory } = enableCompileCache(
  fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)),
)
// Threads and workers only read the variable.
if (directory !== undefined) process.env.NODE_COMPILE_CACHE = directory
const { runCommandLine } = await import('./cli/run-command-line.ts')
await runCommandLine(process.argv.slice(2), process.env)
