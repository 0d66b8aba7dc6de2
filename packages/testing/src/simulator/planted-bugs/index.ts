import type { PlantedBug } from '../planted-bug.ts'
import { chainBugs, lotteryBugs } from './chain-bugs.ts'
import { claimBugs } from './claim-bugs.ts'
import { moneyBugs } from './money-bugs.ts'
import { queueBugs } from './queue-bugs.ts'

/** Bugs of other projects that a simulation must find. */
export const plantedBugs: readonly PlantedBug[] = [
  ...claimBugs,
  ...lotteryBugs,
  ...moneyBugs,
  ...chainBugs,
  ...queueBugs,
]
