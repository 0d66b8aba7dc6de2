#!/usr/bin/env node
// The command line in a clone: `npm start`, `npm run apikey` and so on. `dropkit.ts` is that of the installed package.
import { enableCompileCache } from 'node:module'

// Enabled before everything else is loaded, so that later starts need not compile the modules again.
enableCompileCache()
const { runCommandLine } = await import('./cli/run-command-line.ts')
await runCommandLine(process.argv.slice(2), process.env)
