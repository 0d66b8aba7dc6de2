import { checkAcknowledged } from './check-acknowledged.ts'
import { checkClaims } from './check-claims.ts'
import { checkEvents, checkLog } from './check-events.ts'
import { checkLottery } from './check-lottery.ts'
import { checkMoney, checkTreasury } from './check-money.ts'
import { checkVault } from './check-vault.ts'
import { recordsOfDrops } from './drop-records.ts'
import type { World } from './world.ts'

/** Checks what must hold at every moment. Throws the first broken rule. */
export function checkLedger(world: World): void {
  checkAcknowledged(world)
  checkLog(world)
  for (const records of recordsOfDrops(world)) {
    checkClaims(records)
    checkEvents(records)
    checkLottery(records, world)
    checkVault(records, world)
    checkMoney(records, world)
  }
  checkTreasury(world)
}
