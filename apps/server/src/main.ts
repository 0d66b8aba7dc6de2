#!/usr/bin/env node
import { enableCompileCache } from 'node:module'

// Before anything else is loaded, so that a later start need not compile it again.
enableCompileCache()
const { runCommandLine } = await import('./cli/run-command-line.ts')
await runCommandLine(process.argv.slice(2), process.env)
