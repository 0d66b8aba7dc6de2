import { createHash } from 'node:crypto'
import { timeOfRound } from '@dropkit/core'
import { QUICKNET } from '@dropkit/core/internal'
import { beforeEach, expect, test } from 'vitest'
import { stubPage } from '../../../../test/support/stub-page.ts'
import { stubService } from '../../../../test/support/stub-service.ts'
import type { DropToCheckFragment } from '../api/generated/operations.ts'

let checkLottery: typeof import('./check-lottery.ts').checkLottery
beforeEach(async () => {
  stubPage()
  checkLottery = (await import('./check-lottery.ts')).checkLottery
})

const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat(parts.map((part) => Buffer.from(part))))
    .digest()

const DROP = `drop_${'a'.repeat(32)}`
const walletOf = (digit: string) => `0x${digit.repeat(64)}`
/** Those who entered. */
const [FIRST, SECOND, STRANGER] = [walletOf('1'), walletOf('2'), walletOf('3')]
const [left, right] = [FIRST, SECOND].map((wallet) => sha256('\0', `dropkit::lottery::v1:${DROP}:${wallet}`))
const root = sha256('\x01', left as Buffer, right as Buffer).toString('hex')

/** A round that drand's quicknet has published. It follows 5 s after the list of wallets was frozen. */
const round = 1000
const beaconSignature =
  'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39'
const { hash: chainHash, genesisAt, ...chain } = QUICKNET
const LOTTERY = {
  id: DROP,
  lottery: {
    phase: 'DRAWN',
    entries: 2,
    root,
    round,
    frozenAt: new Date(timeOfRound(QUICKNET, round) - 5_000).toISOString(),
    beaconSignature,
    beacon: { ...chain, chainHash, genesisAt: new Date(genesisAt).toISOString() },
  },
} as DropToCheckFragment

/** A service that shows these wallets, one on each page, and the entries of those who entered. */
const serviceWith = (...wallets: readonly string[]) =>
  stubService({
    LotteryWalletsPage: ({ after }) => {
      const place = after === null ? 0 : wallets.indexOf(String(after)) + 1
      return { lotteryWallets: wallets.slice(place, place + 1) }
    },
    LotteryEntryToCheck: ({ userAddress }) => ({
      lotteryEntry:
        userAddress === FIRST
          ? { userAddress, rank: null, proof: { index: 0, size: 2, path: [right?.toString('hex')] } }
          : null,
    }),
  })

const entriesIn = (asked: ReturnType<typeof stubService>) =>
  asked.flatMap(([name, { userAddress }]) => (name === 'LotteryEntryToCheck' ? [userAddress] : []))

test('a lottery is checked with all pages of its wallets, and tells how many are loaded', async () => {
  const asked = serviceWith(FIRST, SECOND)
  const loaded: number[] = []
  const checked = await checkLottery(LOTTERY, '', (count) => void loaded.push(count))
  expect(checked).toMatchObject({ check: { kind: 'verified', entries: 0 }, entry: null })
  expect(loaded).toEqual([1, 2])
  expect(entriesIn(asked)).toEqual([])
})

test('a lottery is checked with the entry of a wallet, which is shown', async () => {
  serviceWith(FIRST, SECOND)
  const checked = await checkLottery(LOTTERY, FIRST, () => {})
  expect(checked).toMatchObject({ check: { kind: 'verified', entries: 1 }, entry: { userAddress: FIRST } })
})

test('a wallet that has not entered has no entry', async () => {
  serviceWith(FIRST, SECOND)
  const checked = await checkLottery(LOTTERY, STRANGER, () => {})
  expect(checked).toMatchObject({ check: { kind: 'verified', entries: 0 }, entry: null })
})

test('a changed list is searched with the proofs of its wallets until the first wrong place is known', async () => {
  const asked = serviceWith(FIRST, STRANGER)
  const { check, entry } = await checkLottery(LOTTERY, '', () => {})
  expect(check).toMatchObject({ error: { kind: 'wrong_root', place: { first: 2, last: 2 } } })
  expect(entriesIn(asked)).toEqual([FIRST])
  expect(entry).toBeNull()
})

test('the search in a changed list ends at a wallet that has not entered', async () => {
  const stranger = walletOf('0')
  const asked = serviceWith(stranger, SECOND)
  const { check } = await checkLottery(LOTTERY, '', () => {})
  expect(check).toMatchObject({ error: { kind: 'wrong_root', place: { first: 1, last: 2 } } })
  expect(entriesIn(asked)).toEqual([stranger])
})

test('a list with something else than wallets is not checked', async () => {
  serviceWith(FIRST, 'pepper')
  await expect(checkLottery(LOTTERY, '', () => {})).rejects.toThrow('pepper is not a wallet')
})
