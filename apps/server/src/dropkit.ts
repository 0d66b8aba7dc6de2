#!/usr/bin/env node
// The `dropkit` command of the installed package. Node flags can only be given when Node starts, so a server replaces its
// process by a Node with the flags of node.json. The process id stays the same. The flags are used only on the major
// version of Node on which they were measured, because another version may not know them and would not start.
import * as nodeModule from 'node:module'
import { fileURLToPath } from 'node:url'

interface NodeSettings {
  readonly major: number
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
}

const { major, flags, environment }: NodeSettings = nodeModule.createRequire(import.meta.url)('../node.json')
const runningMajor = Number.parseInt(process.versions.node, 10)
if (runningMajor < major) {
  process.stderr.write(`dropkit runs on Node ${major} or newer, and this is Node ${process.versions.node}.\n`)
  process.exit(1)
}
// Threads and workers only read the variable. From its sources, the server then needs less memory: see main.mjs.
const { directory } = nodeModule.enableCompileCache()
if (directory !== undefined) process.env['NODE_COMPILE_CACHE'] = directory
const missing = flags.filter((flag) => !process.execArgv.includes(flag))
const isServer = process.argv.length === 2
const isMeasuredVersion = runningMajor === major
if (isServer && missing.length > 0 && isMeasuredVersion && process.execve && process.platform !== 'win32') {
  const started = [process.execPath, ...process.execArgv, ...missing, fileURLToPath(import.meta.url)]
  process.execve(process.execPath, started, { ...environment, ...process.env })
}
const { runCommandLine } = await import('./cli/run-command-line.ts')
await runCommandLine(process.argv.slice(2), process.env)
