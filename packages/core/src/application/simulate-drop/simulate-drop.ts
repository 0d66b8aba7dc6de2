import { hexOfBytes } from '../../domain/hex.ts'
import { idOf } from '../../domain/ids.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import { utf8 } from '../../domain/utf8.ts'
import type { Hashes } from '../../ports/hashes.ts'
import type { CourseOfDrop } from './course-of-drop.ts'
import { gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { type Plan, readSimulation } from './read-simulation.ts'
import { runCourse } from './run-course.ts'
import { RunningDrop } from './running-drop.ts'

/**
 * How a drop would go: who comes, who gets what, who is refused and why. The rules are the service's own, and so are
 * amounts, prices, holds and what becomes of them; made up is only who comes when and what they do then. The same
 * simulation gives the same course.
 *
 * What is simulated: every try is answered at its own instant, in order, as if the service were never busy and the chain
 * answered at once. The pool lies in the vault from the beginning. A voucher is used after a while, or runs out and its
 * amount is free again. A random amount is delivered after `deliveryMs`. A buyer buys one item (or what `asks` says),
 * pays just what is due after a while, or never, and claims at once; who would take longer than late payments are
 * looked for does not pay. Not simulated: load, faults, refunds, and what an owner does while the drop runs.
 *
 * Refused by the field that is wrong: a drop's as `createDrop` names it, others by their path, as `repeats.share`.
 * 100,000 tries that all get something take about a second, those that get nothing a fifth of that; each wallet with a
 * claim is held with about 1 kB until the end.
 */
export function simulateDrop(simulation: DropSimulation, hashes: Hashes): Result<CourseOfDrop, Refusal> {
  const plan = readSimulation(simulation)
  return plan.ok ? ok(runPlan(plan.value, simulation.seed ?? 0, hashes)) : plan
}

/** What stands for the drop's random parts in the course of a seed. */
export function drawnOrigins(seed: number, hashes: Hashes) {
  const hash = (what: string) => hashes.sha256(utf8(`${what} of simulation ${seed}`))
  return { id: idOf('drop', hexOfBytes(hash('drop')).slice(0, 32)), seed: hash('seed') }
}

export function runPlan(plan: Plan, seed: number, hashes: Hashes): CourseOfDrop {
  const origins = drawnOrigins(seed, hashes)
  const hash: SeededHash = (message) => hashes.hmacSha256(origins.seed, message)
  const crowd = gatherCrowd(plan, seed)
  const drop = new RunningDrop(plan, { ...plan.drop, id: origins.id }, crowd, () => hash)
  return runCourse(plan, crowd, drop, seed)
}
