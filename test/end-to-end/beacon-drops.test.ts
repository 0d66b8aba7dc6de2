// A drop with a beacon on a real server: drawn by a signed round, delivered, and verified by independent code.
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type Data, onEachDatabase, soon, type World } from './world.ts'

const CLAIM_RANDOM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimRandomDrop(input: { dropId: $dropId, userAddress: $userAddress }) {
    success message claimedAmount revealsAt claim { id amount sequence round status receipt { text publicKey signature } }
  }
}`
const RECORD = `query ($id: ID!) { drop(id: $id) {
  dropId: id maxAmount supply randomness randomnessCommitment randomnessSeed orderHead
  beacon { chainHash scheme publicKey genesisAt periodMs }
  draws: claims(limit: 200) { sequence userAddress amount round beaconSignature orderHead createdAt status }
} }`

const verifier = fileURLToPath(new URL('../../examples/verify-beacon-draws.mjs', import.meta.url))

/** The result of the independent verifier for a record. */
function judged(record: Data): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'dropkit-fairness-')), 'drop.json')
  writeFileSync(file, JSON.stringify(record))
  return new Promise((resolve) => {
    execFile(process.execPath, [verifier, file], (_fault, stdout) => resolve(stdout.trim()))
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
      const { claimRandomDrop: answer } = await world.ask(CLAIM_RANDOM, {
        dropId,
        userAddress: world.wallet(),
      })
      expect(answer).toMatchObject({
        success: true,
        claimedAmount: null,
        claim: { amount: null, sequence: n },
      })
      expect(Date.parse(answer.revealsAt)).toBeGreaterThan(Date.now())
      receipts.push(answer.claim.receipt)
    }
    expect((await recordOf(world, dropId)).draws.map(({ amount }: Data) => amount)).toEqual([
      null,
      null,
      null,
    ])
    await world.advance(20)
    await soon(async () => {
      const { draws } = await recordOf(world, dropId)
      expect(draws.map(({ status }: Data) => status)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    }, 20_000)
    const record = { ...(await recordOf(world, dropId)), receipts }
    expect(await judged(record)).toBe('verified: 3 claims in order, 1000 given out, 3 receipts')
    const [newest, ...others] = record.draws
    const more = { ...newest, amount: String(BigInt(newest.amount) + 1n) }
    expect(await judged({ ...record, draws: [more, ...others] })).toContain('NOT verified: claim 3 got')
    expect(await judged({ ...record, draws: others })).toBe('NOT verified: claims are missing at the end')
  })
})
