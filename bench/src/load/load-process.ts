// Makes load in a process of its own, so that it takes nothing from what it measures: a plan on standard input, the
// result on standard output, both JSON.
import { text } from 'node:stream/consumers'
import { generateLoad } from './generate-load.ts'
import type { LoadPlan } from './load-plan.ts'

const result = await generateLoad(JSON.parse(await text(process.stdin)) as LoadPlan)
process.stdout.write(`${JSON.stringify(result)}\n`)
