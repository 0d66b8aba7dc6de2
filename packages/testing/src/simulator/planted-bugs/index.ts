import type { Plant } from '../plant.ts'
import { chainBugs } from './chain-bugs.ts'
import { claimBugs } from './claim-bugs.ts'
import { moneyBugs } from './money-bugs.ts'
import { queueBugs } from './queue-bugs.ts'

/** Bugs that others have had and that a simulation must find. */
export const plantedBugs: readonly Plant[] = [...claimBugs, ...moneyBugs, ...chainBugs, ...queueBugs]
