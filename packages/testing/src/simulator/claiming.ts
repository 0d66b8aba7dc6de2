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
import type { HeldVoucher } from './acknowledged.ts'
import type { Person } from './cast.ts'
import type { Answer } from './keyed-request.ts'
import type { Scene } from './scene.ts'
import { demand } from './violation.ts'

/** A wallet claims, in the way that the drop wants it. */
export async function claim(scene: Scene, person: Person, drop: Drop, wallet: Address): Promise<void> {
  if (drop.award.kind === 'random') await drawFor(scene, person, drop, wallet)
  else await claimByVoucher(scene, person, drop, wallet)
}

function claimByVoucher(scene: Scene, person: Person, drop: Drop, userAddress: Address) {
  const amount =
    drop.award.kind === 'open' && drop.price === null ? String(scene.chance.between(1, 20)) : null
  const { acknowledged } = scene.world
  return scene.request<ClaimGrant>(person, {
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
  scene: Scene,
  person: Person,
  drop: Drop,
  userAddress: Address,
): Promise<Answer<Claim> | undefined> {
  return scene.request<Claim>(person, {
    what: `draw from ${drop.id} for ${short(userAddress)}`,
    run: async (dropkit, caller) => {
      const answer = await dropkit.claimRandomDrop(caller, { dropId: drop.id, userAddress })
      if (!answer.ok) return answer
      return answer.value.kind === 'drawn' ? ok(answer.value.claim) : err(answer.value.refusal)
    },
    idOf: idOfClaim,
    recover: ({ ports }, id) => findClaim(ports, id),
    note: scene.world.acknowledged.claim,
  })
}

async function findClaim({ store }: Pick<Ports, 'store'>, id: string): Promise<Claim | undefined> {
  const place = readClaimId(id)
  return place && (await store.claims([place])).get(id)
}

/** Whoever holds a voucher takes it to the chain. A good one is honoured. */
export function redeem(scene: Scene, { voucher, publicKey }: HeldVoucher): string | undefined {
  const { chain, trace } = scene.world
  const before = chain.state.ledger.vaults.get(voucher.dropObjectId)
  const taken = chain.wallet.claim(voucher)
  trace.note('wallet', `takes voucher ${voucher.nonce} of ${short(voucher.claimer)}: ${describe(taken)}`)
  if (taken.kind === 'succeeded') return taken.txHash
  const isOver = chain.now() >= voucher.expiresAt || before?.used.has(voucher.nonce) === true
  const isReplaced = before !== undefined && before.publicKey !== publicKey
  const isRobbed = scene.world.robbedVaults.has(voucher.dropObjectId)
  demand(isOver || isReplaced || isRobbed, 'an acknowledged voucher is honoured while it lasts', () => {
    return `voucher ${voucher.nonce} of ${short(voucher.claimer)}: ${taken.reason}`
  })
  return undefined
}

const describe = (taken: { readonly kind: string; readonly reason?: string }): string =>
  taken.reason === undefined ? taken.kind : `${taken.kind}, ${taken.reason}`

/** Somebody tells the service in which transaction a claim was taken. */
export function confirm(scene: Scene, person: Person, claimId: string, txHash: string) {
  return scene.request<Claim>(person, {
    what: `confirm ${claimId} by ${txHash.slice(0, 8)}`,
    run: (dropkit, caller) => dropkit.confirmClaim(caller, { claimId, txHash }),
    idOf: idOfClaim,
    recover: ({ ports }, id) => findClaim(ports, id),
    note: scene.world.acknowledged.claim,
  })
}

export const short = (wallet: string): string => `wallet ${Number.parseInt(wallet.slice(-8), 16)}`
