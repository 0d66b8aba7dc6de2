// Random drops until their end: drawing, delivery, publication and verification.

import { execFile } from 'node:child_process'
import { createHash, createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type DrawRecord, verifyDraws } from '@dropkit/core'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Data, onEachDatabase, soon, UPDATE_DROP, type World } from './world.ts'

const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    success message code claimedAmount claim { id amount status expiresAt }
  }
}`
const DRAWS = `query ($id: ID!) { drop(id: $id) {
  maxAmount supply randomnessCommitment randomnessSeed claims(limit: 200) { sequence userAddress amount status txHash }
} }`

const hashes = {
  sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key: Uint8Array, message: string) =>
    createHmac('sha256', key).update(message, 'utf8').digest(),
}

const claimRandom = async (world: World, dropId: string, userAddress: string): Promise<Data> =>
  (await world.ask(CLAIM_RANDOM, { dropId, userAddress })).claimRandomDrop

/** The data that anyone needs to verify the drop, from its public fields alone. */
const published = async (world: World, id: string): Promise<DrawRecord> => {
  const { drop } = await world.ask(DRAWS, { id })
  const draws = drop.claims.map(({ sequence, userAddress, amount }: Data) => ({
    sequence,
    claimer: userAddress,
    amount: BigInt(amount),
  }))
  return {
    dropId: id as DrawRecord['dropId'],
    pool: BigInt(drop.maxAmount) as DrawRecord['pool'],
    supply: drop.supply,
    commitment: drop.randomnessCommitment,
    seed: drop.randomnessSeed,
    draws: draws.toReversed(),
  }
}

onEachDatabase('a random drop', (world) => {
  const random = { tokenAmount: '0', supply: 5, maxAmount: '1000' }

  it('gives its whole pool to its wallets, delivers it, and then shows how it drew', async () => {
    const dropId = await world.launch(random)
    const before = await world.drop(dropId)
    expect(before).toMatchObject({ tokenAmount: '0', randomnessSeed: null })
    expect(before.randomnessCommitment).toMatch(/^[0-9a-f]{64}$/)
    const wallets = Array.from({ length: 5 }, () => world.wallet())
    const answers = await Promise.all(wallets.map((wallet) => claimRandom(world, dropId, wallet)))
    for (const { success, code, message, claimedAmount, claim } of answers) {
      expect({ success, code }).toEqual({ success: true, code: null })
      expect(message).toMatch(/^You drew \d+, which is being sent to 0x[0-9a-f]{4}…[0-9a-f]{4}\.$/)
      expect(BigInt(claimedAmount)).toBeGreaterThanOrEqual(1n)
      expect(claim).toMatchObject({ amount: claimedAmount, status: 'PENDING', expiresAt: null })
    }
    expect(answers.reduce((sum, { claimedAmount }) => sum + BigInt(claimedAmount), 0n)).toBe(1000n)

    const after = await world.drop(dropId)
    expect(after).toMatchObject({ status: 'SOLD_OUT', remainingBalance: '0', claimCount: 5 })
    expect(after.randomnessCommitment).toBe(before.randomnessCommitment)
    const record = await published(world, dropId)
    expect(verifyDraws(record, hashes)).toEqual({ kind: 'verified', draws: 5, total: 1000n })
    const [first, ...others] = record.draws
    if (!first) throw new Error('nothing was drawn')
    const forged = {
      ...record,
      draws: [{ ...first, amount: (first.amount + 1n) as typeof first.amount }, ...others],
    }
    expect(verifyDraws(forged, hashes)).toMatchObject({
      kind: 'invalid',
      error: { kind: 'wrong_amount', sequence: 1 },
    })

    await soon(async () => {
      const { drop } = await world.ask(DRAWS, { id: dropId })
      for (const { status, txHash } of drop.claims)
        expect({ status, txHash }).toEqual({ status: 'CONFIRMED', txHash: expect.any(String) })
    })
    expect((await world.drop(dropId)).tokenBalance).toBe('0')

    const tooLate = await claimRandom(world, dropId, world.wallet())
    expect(tooLate).toMatchObject({ success: false, code: 'DROP_SOLD_OUT', claimedAmount: null, claim: null })
  })

  it('delivers draws from before it was cancelled or the chain failed', async () => {
    const dropId = await world.launch(random)
    await world.outage(60)
    const { success, claim } = await claimRandom(world, dropId, world.wallet())
    expect(success).toBe(true)
    await world.ask(UPDATE_DROP, { id: dropId, input: { status: 'CANCELLED' } })
    expect(await world.statusOfClaim(claim.id)).not.toBe('CONFIRMED')
    expect((await world.drop(dropId)).randomnessSeed).toMatch(/^[0-9a-f]{64}$/)
    await world.outage(0)
    await soon(async () => expect(await world.statusOfClaim(claim.id)).toBe('CONFIRMED'))
  })

  it.each([
    ['DROP_NOT_ACTIVE', { status: 'PAUSED' }],
    ['DROP_NOT_STARTED', { status: 'SCHEDULED', startsAt: '2999-01-01T00:00:00Z' }],
    ['WRONG_OPERATION', { tokenAmount: '10', supply: null }],
    ['NOT_ELIGIBLE', { claimType: 'ELITE' }],
    ['PAYMENT_REQUIRED', { price: 1.5 }],
  ])('answers %s as a value, not as an error', async (code, input) => {
    const dropId = await world.launch({ ...random, ...input })
    const answer = await claimRandom(world, dropId, world.wallet())
    expect(answer).toEqual({
      success: false,
      code,
      message: expect.any(String),
      claimedAmount: null,
      claim: null,
    })
    expect((await world.drop(dropId)).claimCount).toBe(0)
  })
})

describe('beacon drops', () => {
  // A drop with a beacon on a real server: drawn by a signed round, delivered, and verified by independent code.

  const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!, $recipient: RecipientInput) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress, recipient: $recipient }) {
    success message claimedAmount revealsAt claim { id amount sequence round status receipt { text publicKey signature } }
  }
}`
  const RECORD = `query ($id: ID!) { drop(id: $id) {
  dropId: id maxAmount supply randomness randomnessCommitment randomnessSeed orderHead publicKeys hasAllPublicKeys
  beacon { chainHash scheme publicKey genesisAt periodMs }
  draws: claims(limit: 200) { sequence userAddress recipient amount round beaconSignature orderHead createdAt status }
} }`
  const MESSAGE = `query ($dropId: ID!, $userAddress: String!, $recipient: String!) {
  recipientMessage(dropId: $dropId, userAddress: $userAddress, recipient: $recipient)
}`

  /** The signed permission of a new wallet to deliver its claim to another address. */
  async function approved(world: World, dropId: string) {
    const keys = new Ed25519Keypair()
    const userAddress = keys.toSuiAddress()
    const { recipientMessage: message } = await world.ask(MESSAGE, {
      dropId,
      userAddress,
      recipient: world.wallet(),
    })
    const { signature } = await keys.signPersonalMessage(new TextEncoder().encode(message))
    return { userAddress, recipient: { message, signature } }
  }

  const QUICKNET_HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
  const verifier = fileURLToPath(new URL('../../examples/verify-beacon-draws.mjs', import.meta.url))

  /** The result of the independent verifier for a record. */
  function judged(record: Data): Promise<string> {
    const file = join(temporaryFolder(), 'drop.json')
    writeFileSync(file, JSON.stringify(record))
    return new Promise((resolve) => {
      execFile(process.execPath, [verifier, file], (_error, stdout) => resolve(stdout.trim()))
    })
  }

  const recordOf = async (world: World, id: string): Promise<Data> => (await world.ask(RECORD, { id })).drop

  onEachDatabase('a drop with a beacon', (world) => {
    it('answers without an amount, draws when its round is published, and can be verified without our code', async () => {
      const dropId = await world.launch({
        tokenAmount: '0',
        supply: 3,
        maxAmount: '1000',
        randomness: 'BEACON',
      })
      const receipts: Data[] = []
      for (let n = 1; n <= 3; n++) {
        const claimer = n === 2 ? await approved(world, dropId) : { userAddress: world.wallet() }
        const { claimRandomDrop: answer } = await world.ask(CLAIM_RANDOM, { dropId, ...claimer })
        expect(answer).toMatchObject({
          success: true,
          claimedAmount: null,
          claim: { amount: null, sequence: n },
        })
        const { draws } = await recordOf(world, dropId)
        expect(Date.parse(answer.revealsAt)).toBeGreaterThan(Date.parse(draws[0].createdAt))
        // The round of the first claim is published five seconds later. A busy machine may take that long for three claims.
        if (n === 1) expect(draws[0].amount).toBeNull()
        receipts.push(answer.claim.receipt)
      }
      await world.advance(20)
      await soon(async () => {
        const { draws } = await recordOf(world, dropId)
        expect(draws.map(({ status }: Data) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
      }, 20_000)
      const record = { ...(await recordOf(world, dropId)), receipts }
      expect(await judged(record)).toBe(
        'NOT verified: 3 claims in order, 1000 given out, 3 receipts, but by a beacon that only this record names',
      )
      const beacon = { ...record.beacon, chainHash: QUICKNET_HASH }
      expect(await judged({ ...record, beacon })).toContain('not quicknet, but it has its hash or its key')
      const [newest, ...others] = record.draws
      const more = { ...newest, amount: String(BigInt(newest.amount) + 1n) }
      expect(await judged({ ...record, draws: [more, ...others] })).toContain('NOT verified: claim 3 got')
      expect(await judged({ ...record, draws: others })).toBe(
        'NOT verified: claims are missing at the end, or orderHead is',
      )
      const foreign = await judged({ ...record, publicKeys: [] })
      expect(foreign).toContain("has a key that is not the drop's")
      const incomplete = await judged({ ...record, publicKeys: [], hasAllPublicKeys: false })
      expect(incomplete).toContain('it is not known whether the drop had the key')
      const diverted = { ...newest, recipient: others[0].recipient }
      const notFollowing = 'NOT verified: claim 3 does not follow the claim before it'
      expect(await judged({ ...record, draws: [diverted, ...others] })).toBe(notFollowing)
    })
  })
})
