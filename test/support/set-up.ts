// Runs before each test file. PROPERTY_RUNS is the number of runs of each fast-check property, by default 500. A property with
// its own numRuns keeps that number. A failed property prints its seed and path, which replay the failure.
import { configureGlobal } from 'fast-check'
import { afterAll } from 'vitest'
import { removeFoldersOfFile } from './temporary-folder.ts'

const { PROPERTY_RUNS: given = '500' } = process.env
const numRuns = Number(given)
if (!Number.isSafeInteger(numRuns) || numRuns < 1)
  throw new Error(`PROPERTY_RUNS is a number of runs; it is "${given}".`)

configureGlobal({ numRuns })
afterAll(removeFoldersOfFile)
