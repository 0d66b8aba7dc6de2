// Generates load in its own process, so that it does not disturb what it measures. Reads a plan from standard input and
// writes the result to standard output, both as JSON.
import { text } from 'node:stream/consumers'
import { generateLoad } from './generate-load.ts'
import type { LoadPlan } from './run-load.ts'

const result = await generateLoad(JSON.parse(await text(process.stdin)) as LoadPlan)
process.stdout.write(`${JSON.stringify(result)}\n`)
