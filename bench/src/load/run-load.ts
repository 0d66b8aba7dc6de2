import { fileURLToPath } from 'node:url'
import type { RunningContestant } from '../contestants/contestant.ts'
import { startChild } from '../processes/start-child.ts'
import { DROP_MARK, type LoadBodies, type LoadPlan, type LoadResult, WALLET_MARK } from './load-plan.ts'

const loadProcess = fileURLToPath(new URL('./load-process.ts', import.meta.url))

/** Runs the load in its own process. */
export const runLoad = async (plan: LoadPlan): Promise<LoadResult> => {
  const child = startChild(loadProcess, { input: JSON.stringify(plan) })
  const { code, signal } = await child.ended
  if (code !== 0) throw new Error(`The load ended with ${signal ?? code}.\n${child.errorOutput()}`)
  return JSON.parse(child.output()) as LoadResult
}

let runs = 0

/** Claims on the contestant's drops in turn, with wallets that no other run of this bench uses. */
export const newClaims = (contestant: RunningContestant): LoadBodies => ({
  kind: 'claims',
  template: contestant.claimBody(DROP_MARK, WALLET_MARK),
  dropIds: contestant.drops,
  walletPrefix: (++runs).toString(16),
  namesWallet: contestant.namesWallet,
})
