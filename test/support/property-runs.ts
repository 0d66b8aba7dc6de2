// How often fast-check tries each property: PROPERTY_RUNS, by default 500. A property that says numRuns itself
// keeps to that. A failed one prints its seed and path, which replay it.
import { configureGlobal } from 'fast-check'

const { PROPERTY_RUNS: given = '500' } = process.env
const numRuns = Number(given)
if (!Number.isSafeInteger(numRuns) || numRuns < 1)
  throw new Error(`PROPERTY_RUNS is a number of runs; it is "${given}".`)

configureGlobal({ numRuns })
