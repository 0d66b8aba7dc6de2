import { type BriefDrop, type EnteredDrop, type Lottery, timeOfRound } from '@dropkit/core'
import { admittedRank, entryStateOf, frozenDraw, lotteryPhaseAt } from '@dropkit/core/internal'
import { orThrow } from '../errors/refusal-error.ts'
import type { LotteryEntryResolvers, LotteryResolvers, Resolvers } from '../generated/resolver-types.ts'
import { type Mutations, oncePerParent, type Queries } from './operation.ts'

const enterDrop: Mutations['enterDrop'] = async (_root, { input }, { caller, services }) =>
  orThrow(await services.dropkit.enterDrop(caller, input))

const lotteryEntry: Queries['lotteryEntry'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.readLotteryEntry(caller, input)) ?? null

const lotteryWallets: Queries['lotteryWallets'] = async (_root, input, { caller, services }) =>
  orThrow(await services.dropkit.listLotteryWallets(caller, input))

const lotteryFields = {
  phase: (lottery, _args, { services }) => lotteryPhaseAt(lottery, services.clock.now()),
  root: (lottery) => frozenDraw(lottery)?.root ?? null,
  round: (lottery) => frozenDraw(lottery)?.round ?? null,
  drawsAt: (lottery) => {
    const frozen = frozenDraw(lottery)
    return frozen && timeOfRound(lottery.beacon, frozen.round)
  },
  frozenAt: (lottery) => frozenDraw(lottery)?.frozenAt ?? null,
  beacon: ({ beacon: { hash: chainHash, ...chain } }) => ({ chainHash, ...chain }),
  beaconSignature: ({ draw }) => ('signature' in draw ? draw.signature : null),
  drawnAt: ({ draw }) => (draw.kind === 'DRAWN' ? draw.drawnAt : null),
  admittedRank,
  claimBy: ({ draw }) => (draw.kind === 'DRAWN' ? (draw.waves.at(-1)?.claimBy ?? null) : null),
  waves: ({ draw }) => (draw.kind === 'DRAWN' ? draw.waves : []),
} satisfies LotteryResolvers

function stateOf({ drop, entry }: EnteredDrop, now: number) {
  return entryStateOf(drop, entry, now)
}

/** The lottery of a drop that has entries. Such a drop cannot lose its lottery. */
function lotteryOf({ id, lottery }: BriefDrop): Lottery {
  if (lottery === null) throw new Error(`invariant broken: ${id} has entries and no lottery`)
  return lottery
}

const lotteryEntryFields = {
  userAddress: ({ entry }) => entry.wallet,
  drop: async ({ drop }, _args, { loaders }) => (await loaders.drop.load(drop.id)) ?? null,
  enteredAt: ({ entry }) => entry.enteredAt,
  state(entered, _args, { services }) {
    const { state } = stateOf(entered, services.clock.now())
    return state === 'ADMITTED' || state === 'WAITING' || state === 'WINDOW_ENDED' ? state : 'ENTERED'
  },
  rank: ({ drop, entry }) => (lotteryOf(drop).draw.kind === 'DRAWN' ? entry.rank : null),
  place(entered, _args, { services }) {
    const entryState = stateOf(entered, services.clock.now())
    return entryState.state === 'WAITING' ? entryState.place : null
  },
  claimBy(entered, _args, { services }) {
    const entryState = stateOf(entered, services.clock.now())
    if (entryState.state === 'ADMITTED') return entryState.claimBy
    return entryState.state === 'WINDOW_ENDED' ? entryState.endedAt : null
  },
  proof: oncePerParent(({ drop, entry }, _args, { services }) => services.dropkit.proveEntry(drop, entry)),
} satisfies LotteryEntryResolvers

/** The operations of this area, and the fields that need a resolver. */
export const lotteryResolvers = {
  Query: { lotteryEntry, lotteryWallets },
  Mutation: { enterDrop },
  Lottery: lotteryFields,
  LotteryEntry: lotteryEntryFields,
} satisfies Resolvers
