import { booksOf } from './books.ts'
import { checkAcknowledged } from './check-acknowledged.ts'
import { checkClaims } from './check-claims.ts'
import { checkEvents, checkLog } from './check-events.ts'
import { checkMoney, checkTreasury } from './check-money.ts'
import { checkVault } from './check-vault.ts'
import type { World } from './world.ts'

/** What holds at every moment, whatever is under way: throws the first rule that does not. */
export function checkLedger(world: World): void {
  checkAcknowledged(world)
  checkLog(world)
  for (const books of booksOf(world)) {
    checkClaims(books)
    checkEvents(books)
    checkVault(books, world)
    checkMoney(books, world)
  }
  checkTreasury(world)
}
