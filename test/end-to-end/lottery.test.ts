// A drop with a lottery on a real server: entered, drawn by a signed round, claimed, and verified by independent code.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { verifyFile } from '../../apps/server/src/cli/verify-file.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { type Data, onEachDatabase, soon, type World } from './world.ts'

const ENTER = `mutation ($dropId: ID!, $userAddress: String!) {
  enterDrop(input: { dropId: $dropId, userAddress: $userAddress }) { userAddress state rank proof { size } }
}`
const ENTRY = `query ($dropId: ID!, $userAddress: String!) {
  lotteryEntry(dropId: $dropId, userAddress: $userAddress) {
    userAddress state rank place claimBy proof { index size path }
  }
}`
const LOTTERY = `query ($dropId: ID!) {
  drop(id: $dropId) { admission lottery {
    phase entries root round drawsAt frozenAt drawnAt beaconSignature admittedRank claimBy
    beacon { chainHash scheme publicKey genesisAt periodMs }
  } }
  lotteryWallets(dropId: $dropId)
}`
const CLAIM = `mutation ($dropId: ID!, $userAddress: String!) {
  claimDrop(input: { dropId: $dropId, userAddress: $userAddress }) { claim { status } }
}`

const QUICKNET_HASH = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
const verifier = fileURLToPath(new URL('../../examples/verify-lottery.mjs', import.meta.url))

function written(record: Data): string {
  const file = join(temporaryFolder(), 'lottery.json')
  writeFileSync(file, JSON.stringify(record))
  return file
}

/** The result of `npm run verify` for a record. */
const judgedByDropkit = (record: Data) => verifyFile(written(record))

/** The result of the independent verifier for a record. */
function judged(record: Data): Promise<string> {
  return new Promise((resolve) => {
    execFile(process.execPath, [verifier, written(record)], (_error, stdout) => resolve(stdout.trim()))
  })
}

const lotteryOf = async (world: World, dropId: string): Promise<Data> =>
  (await world.ask(LOTTERY, { dropId })).drop.lottery

onEachDatabase('a drop with a lottery', (world) => {
  it('is entered, drawn and claimed, and everything about it can be verified without our code', async () => {
    const dropId = await world.launch({
      supply: 2,
      admission: 'LOTTERY',
      entriesCloseAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const wallets = Array.from({ length: 5 }, () => world.wallet())
    for (const userAddress of wallets) {
      const { enterDrop } = await world.ask(ENTER, { dropId, userAddress })
      expect(enterDrop).toEqual({ userAddress, state: 'ENTERED', rank: null, proof: null })
    }
    await world.ask(ENTER, { dropId, userAddress: wallets[0] })
    expect(await world.ask(LOTTERY, { dropId })).toMatchObject({
      drop: { admission: 'LOTTERY', lottery: { phase: 'OPEN', entries: 5, root: null, admittedRank: 0 } },
      lotteryWallets: [],
    })

    await world.advance(3_601)
    await soon(async () => expect((await lotteryOf(world, dropId)).phase).toBe('FROZEN'), 20_000)
    await world.advance(20)
    await soon(async () => expect((await lotteryOf(world, dropId)).admittedRank).toBe(2), 20_000)

    const entries: Data[] = []
    for (const userAddress of wallets)
      entries.push((await world.ask(ENTRY, { dropId, userAddress })).lotteryEntry)
    entries.sort((one, other) => one.rank - other.rank)
    expect(entries.map(({ rank, state, place }) => [rank, state, place])).toEqual([
      [1, 'ADMITTED', null],
      [2, 'ADMITTED', null],
      [3, 'WAITING', 1],
      [4, 'WAITING', 2],
      [5, 'WAITING', 3],
    ])
    const { claimDrop } = await world.ask(CLAIM, { dropId, userAddress: entries[0]?.userAddress })
    expect(claimDrop.claim.status).toBe('PENDING')

    const { drop, lotteryWallets } = await world.ask(LOTTERY, { dropId })
    const record = { dropId, lottery: drop.lottery, wallets: lotteryWallets, entries }
    const { round } = drop.lottery
    const own = ', but by a beacon that only this record names'
    const all = `5 wallets under the root, round ${round}, 5 entries`
    expect(await judged(record)).toBe(`NOT verified: ${all}${own}`)
    expect(await judgedByDropkit(record)).toEqual({
      isFine: false,
      line: expect.stringContaining(`not verified completely: ${all}\n`),
    })
    expect((await judgedByDropkit({ ...record, wallets: lotteryWallets.slice(1) })).line).toContain(
      '5 wallets entered, 4 are in the list; the first difference is at position 1, where wallet',
    )
    expect(await judged({ ...record, wallets: null })).toBe(
      `NOT verified: the proofs under the root, round ${round}, 5 entries${own}`,
    )
    expect(await judged({ ...record, wallets: lotteryWallets.slice(1) })).toContain(
      'NOT verified: 5 wallets entered, 4 are in the list, and another wallet at position 1',
    )
    const [first, second, ...others] = entries
    const exchanged = [{ ...first, rank: 2 }, { ...second, rank: 1 }, ...others]
    expect(await judged({ ...record, entries: exchanged })).toContain('has rank 1, not 2')
    const stranger = { ...first, userAddress: world.wallet() }
    expect(await judged({ ...record, entries: [stranger] })).toContain('does not lead to the root')
    const later = { ...drop.lottery, frozenAt: drop.lottery.drawnAt }
    expect(await judged({ ...record, lottery: later })).toContain(`has round ${round}, it should have round`)
    const beacon = { ...drop.lottery.beacon, chainHash: QUICKNET_HASH }
    const forged = { ...record, lottery: { ...drop.lottery, beacon } }
    expect(await judged(forged)).toContain('not quicknet, but it has its hash or its key')
    expect((await judgedByDropkit(forged)).line).toContain("the hash or the key of drand's quicknet")
  })
})
