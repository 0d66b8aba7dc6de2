import { hexOfBytes, utf8 } from '../../domain/encodings.ts'
import { idOf } from '../../domain/ids.ts'
import type { SeededHash } from '../../domain/random-amount.ts'
import type { Refusal } from '../../domain/refusal.ts'
import { ok, type Result } from '../../domain/result.ts'
import type { Hashes } from '../../ports/cryptography.ts'
import type { CourseOfDrop } from './course-of-drop.ts'
import { gatherCrowd } from './crowd.ts'
import type { DropSimulation } from './drop-simulation.ts'
import { type Plan, readSimulation } from './read-simulation.ts'
import { runCourse } from './run-course.ts'
import { RunningDrop } from './running-drop.ts'

/**
 * Simulates a drop: who arrives, who gets what, and who is refused and why. Rules, amounts, prices, holds and expiry are
 * the service's own code. Arrivals and behavior are generated. The same simulation gives the same result.
 * Every attempt is answered at its own time, in order, as if the service were never busy and the chain answered
 * immediately. The vault is funded from the start. A voucher is used after a while, or expires and its amount is free
 * again. A random amount is delivered after `deliveryMs`. A buyer buys one item (or what `asks` says), pays exactly after a
 * while or never, and claims immediately; a buyer who would need longer than late payments are watched does not pay. In a
 * lottery, an attempt enters the wallet; admitted wallets claim after a while, or let their window lapse. Not simulated:
 * load, errors, refunds, and changes by the owner.
 * A refusal names the wrong field: fields of the drop as in `createDrop`, others by their path, such as `repeats.share`.
 * 100,000 attempts that all get something take about a second, attempts that get nothing a fifth of that. Each wallet with
 * a claim needs about 1 kB.
 */
export function simulateDrop(simulation: DropSimulation, hashes: Hashes): Result<CourseOfDrop, Refusal> {
  const plan = readSimulation(simulation)
  return plan.ok ? ok(runPlan(plan.value, simulation.seed ?? 0, hashes)) : plan
}

/** The generated id and seed of the drop, for a seed of the simulation. */
export function drawnOrigins(seed: number, hashes: Hashes) {
  const hash = (what: string) => hashes.sha256(utf8(`${what} of simulation ${seed}`))
  return { id: idOf('drop', hexOfBytes(hash('drop')).slice(0, 32)), seed: hash('seed') }
}

export function runPlan(plan: Plan, seed: number, hashes: Hashes): CourseOfDrop {
  const origins = drawnOrigins(seed, hashes)
  const hash: SeededHash = (message) => hashes.hmacSha256(origins.seed, message)
  const crowd = gatherCrowd(plan, seed)
  const drop = new RunningDrop(plan, { ...plan.drop, id: origins.id }, crowd, () => hash, hashes.sha256)
  return runCourse(plan, crowd, drop, seed)
}
