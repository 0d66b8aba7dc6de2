#!/usr/bin/env node
// `npm run simulate`: simulates the service under faults, one run per seed; see docs/testing.md.
import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { plantedBugs, simulate } from '@dropkit/testing'
import { readOptions, refuse } from './read-options.mjs'

const USAGE = `Usage:
  npm run simulate -- --seed N                    one run, printed line by line, with its result
  npm run simulate -- --seeds COUNT [--from N]    many runs (default 1000) from a seed on (default 0)
          [--workers COUNT]                       at most this many processes (default: one per core)
  … --plant NAME                                  with a planted bug, which the run must find; an unknown
                                                  name lists all`

const SEEDS_AT_ONCE = 200
const SHOWN_SEEDS = 10

const { values } = readOptions(USAGE, {
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '0' },
    plant: { type: 'string' },
    workers: { type: 'string' },
  },
})

const wholeNumber = (name, text, least = 0) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value >= least
    ? value
    : refuse(`--${name} must be a whole number of at least ${least}, not ${text}`)
}

const plantedBugNamed = (name) => {
  const plantedBug = plantedBugs.find((each) => each.name === name)
  const known = plantedBugs.map((each) => `  ${each.name.padEnd(34)} ${each.what}`).join('\n')
  return plantedBug ?? refuse(`There is no planted bug named ${name}; there are:\n${known}`)
}
const plantedBug = values.plant === undefined ? undefined : plantedBugNamed(values.plant)

/** Prints the course of one run. */
async function tell(seed) {
  const { trace, traceHash, violation, tally } = await simulate(seed, {
    plantedBug,
    turn: process.nextTick,
    isTraceKept: true,
  })
  console.log(trace.join('\n'))
  const { claims, events, payments, simulatedMs } = tally
  console.log(
    `\nseed ${seed}: ${(simulatedMs / 1_000).toFixed(0)} s of simulated time, ${claims} claims, ` +
      `${payments} payments, ${events} events; trace ${traceHash}`,
  )
  console.log(violation ? `VIOLATION  ${violation.message}` : 'No violation.')
  process.exitCode = violation ? 1 : 0
}

/** Child process: runs the seeds it is sent, and reports the errors of each. */
function serve() {
  process.on('message', async ({ from, count }) => {
    const found = []
    for (let seed = from; seed < from + count; seed++) {
      const { violation } = await simulate(seed, { plantedBug, turn: process.nextTick })
      if (violation) found.push({ seed, ...violation })
    }
    process.send({ count, found })
  })
}

async function liveMany(from, count) {
  const startedAt = performance.now()
  const found = []
  let next = from
  let done = 0
  const work = () =>
    new Promise((resolve, reject) => {
      const worker = fork(process.argv[1], process.argv.slice(2), {
        env: { ...process.env, SIMULATE_WORKER: '1' },
      })
      const give = () => {
        const share = Math.min(SEEDS_AT_ONCE, from + count - next)
        if (share <= 0) return worker.disconnect()
        worker.send({ from: next, count: share })
        next += share
      }
      worker.on('message', (answer) => {
        done += answer.count
        found.push(...answer.found)
        if (process.stderr.isTTY)
          process.stderr.write(`\r${done} of ${count} seeds, ${found.length} violations`)
        give()
      })
      worker.on('error', reject)
      worker.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
      give()
    })
  const workers = wholeNumber('workers', values.workers ?? availableParallelism())
  await Promise.all(
    Array.from({ length: Math.max(1, Math.min(workers, Math.ceil(count / SEEDS_AT_ONCE))) }, work),
  )
  if (process.stderr.isTTY) process.stderr.write('\n')
  report(from, count, found, (performance.now() - startedAt) / 1_000)
}

function report(from, count, found, seconds) {
  const byRule = Map.groupBy(found, ({ rule }) => rule)
  for (const [rule, all] of byRule) {
    all.sort((one, other) => one.seed - other.seed)
    const seeds = all.slice(0, SHOWN_SEEDS).map(({ seed }) => seed)
    console.log(
      `${all.length} × ${rule}\n    seeds ${seeds.join(', ')}${all.length > seeds.length ? ', …' : ''}`,
    )
    console.log(`    ${all[0].message}`)
  }
  console.log(
    `${count} seeds from ${from} on in ${seconds.toFixed(1)} s (${((1_000 * seconds) / count).toFixed(1)} ms each): ` +
      `${found.length} violations`,
  )
  const planted = plantedBug === undefined ? '' : ` --plant ${plantedBug.name}`
  if (found.length > 0) console.log(`Replay one with: npm run simulate -- --seed ${found[0].seed}${planted}`)
  process.exitCode = found.length > 0 ? 1 : 0
}

if (process.env.SIMULATE_WORKER === '1') serve()
else if (values.seed !== undefined) await tell(wholeNumber('seed', values.seed))
else await liveMany(wholeNumber('from', values.from), wholeNumber('seeds', values.seeds ?? '1000', 1))
