import {
  type Address,
  type Claim,
  type ClaimGrant,
  type Drop,
  err,
  idOfClaim,
  ok,
  type Ports,
  readClaimId,
} from '@dropkit/core'
import { walletKey } from '../memory/memory-table.ts'
import type { Answer } from './clients.ts'
import type { HeldVoucher } from './records.ts'
import type { Person, Scenario } from './scenario.ts'
import { demand } from './trace.ts'

/** Claims with the operation that the drop requires. */
export async function claim(scenario: Scenario, person: Person, drop: Drop, wallet: Address): Promise<void> {
  if (drop.award.kind === 'random') await drawFor(scenario, person, drop, wallet)
  else await claimByVoucher(scenario, person, drop, wallet)
}

function claimByVoucher(scenario: Scenario, person: Person, drop: Drop, userAddress: Address) {
  const amount =
    drop.award.kind === 'open' && drop.price === null ? String(scenario.chance.between(1, 20)) : null
  const { acknowledged } = scenario.world
  return scenario.request<ClaimGrant>(person, {
    claims: walletKey(drop.id, userAddress),
    what: `claim ${amount ?? 'an item'} of ${drop.id} to ${short(userAddress)}`,
    run: (dropkit, caller) => dropkit.claimDrop(caller, { dropId: drop.id, userAddress, amount }),
    idOf: (grant) => idOfClaim(grant.claim),
    recover: async ({ dropkit }, id) => {
      const grant = await dropkit.recoverClaim(person.caller, id)
      return grant.ok ? grant.value : undefined
    },
    note: acknowledged.grant,
  })
}

function drawFor(
  scenario: Scenario,
  person: Person,
  drop: Drop,
  userAddress: Address,
): Promise<Answer<Claim> | undefined> {
  return scenario.request<Claim>(person, {
    claims: walletKey(drop.id, userAddress),
    what: `draw from ${drop.id} for ${short(userAddress)}`,
    run: async (dropkit, caller) => {
      const answer = await dropkit.claimRandomDrop(caller, { dropId: drop.id, userAddress })
      if (!answer.ok) return answer
      return answer.value.kind === 'drawn' ? ok(answer.value.claim) : err(answer.value.refusal)
    },
    idOf: idOfClaim,
    recover: ({ ports }, id) => findClaim(ports, id),
    note: scenario.world.acknowledged.claim,
  })
}

async function findClaim({ store }: Pick<Ports, 'store'>, id: string): Promise<Claim | undefined> {
  const place = readClaimId(id)
  return place && (await store.claims([place])).get(id)
}

/** Submits a voucher to the chain. A valid voucher must be paid. */
export function redeem(scenario: Scenario, { voucher, publicKey }: HeldVoucher): string | undefined {
  const { chain, trace } = scenario.world
  const before = chain.state.ledger.vaults.get(voucher.dropObjectId)
  const taken = chain.wallet.claim(voucher)
  trace.note('wallet', `takes voucher ${voucher.nonce} of ${short(voucher.claimer)}: ${describe(taken)}`)
  if (taken.kind === 'succeeded') return taken.txHash
  const isOver = chain.now() >= voucher.expiresAt || before?.used.has(voucher.nonce) === true
  const isReplaced = before !== undefined && before.publicKey !== publicKey
  const isRobbed = scenario.world.robbedVaults.has(voucher.dropObjectId)
  demand(isOver || isReplaced || isRobbed, 'an acknowledged voucher is honoured while it lasts', () => {
    return `voucher ${voucher.nonce} of ${short(voucher.claimer)}: ${taken.reason}`
  })
  return undefined
}

const describe = (taken: { readonly kind: string; readonly reason?: string }): string =>
  taken.reason === undefined ? taken.kind : `${taken.kind}, ${taken.reason}`

/** Tells the service which transaction used a voucher. */
export function confirm(scenario: Scenario, person: Person, claimId: string, txHash: string) {
  return scenario.request<Claim>(person, {
    what: `confirm ${claimId} by ${txHash.slice(0, 8)}`,
    run: (dropkit, caller) => dropkit.confirmClaim(caller, { claimId, txHash }),
    idOf: idOfClaim,
    recover: ({ ports }, id) => findClaim(ports, id),
    note: scenario.world.acknowledged.claim,
  })
}

export const short = (wallet: string): string => `wallet ${Number.parseInt(wallet.slice(-8), 16)}`
