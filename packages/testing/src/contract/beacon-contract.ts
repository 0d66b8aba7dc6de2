import { type Instant, type RandomnessBeacon, roundAtOrAfter, timeOfRound } from '@dropkit/core'
import { assertEqual, assertTrue } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'

/** A beacon, with the time that decides which of its rounds are published. */
export interface OpenedBeacon {
  readonly beacon: RandomnessBeacon
  readonly now: () => Instant
  /** Lets time pass. */
  readonly elapse: (ms: number) => Promise<void>
}

/** The contract of a `RandomnessBeacon`. */
export function beaconContract(run: TestRunner, open: Open<OpenedBeacon>): void {
  const test = testWith(run, open)

  /** The newest published round. */
  const newest = ({ beacon: { chain }, now }: OpenedBeacon) => roundAtOrAfter(chain, now() + 1) - 1

  run.describe('as a randomness beacon', () => {
    test('gives a published round, signed, with 32 bytes of randomness', async (opened) => {
      const { beacon } = opened
      const answer = await beacon.round(newest(opened))
      assertTrue(answer.ok, 'the newest round is there')
      assertEqual(answer.value.round, newest(opened))
      assertTrue(/^[0-9a-f]{64}$/.test(answer.value.randomness), 'the randomness is 32 bytes in hex')
      assertTrue(beacon.verify(answer.value), 'the round verifies')
    })

    test('gives the same round twice, and another one for another number', async (opened) => {
      const { beacon } = opened
      const round = newest(opened)
      const [first, again, earlier] = [
        await beacon.round(round),
        await beacon.round(round),
        await beacon.round(round - 1),
      ]
      assertTrue(first.ok && again.ok && earlier.ok, 'published rounds are there')
      assertEqual(first.value, again.value)
      assertTrue(first.value.randomness !== earlier.value.randomness, 'rounds differ')
    })

    test('does not give a round before its time, and gives it afterwards', async (opened) => {
      const { beacon, now, elapse } = opened
      const round = newest(opened) + 1
      const early = await beacon.round(round)
      assertTrue(!early.ok && early.error.kind === 'not_yet', 'the round is not published yet')
      assertEqual(early.error.dueAt, timeOfRound(beacon.chain, round))
      await elapse(timeOfRound(beacon.chain, round) - now())
      assertTrue((await beacon.round(round)).ok, 'the round is published now')
    })

    test('says of a changed signature, round or randomness that it is not its own', async (opened) => {
      const { beacon } = opened
      const answer = await beacon.round(newest(opened))
      assertTrue(answer.ok, 'the newest round is there')
      const { round, signature, randomness } = answer.value
      const flipped = (hex: string) => (hex.startsWith('0') ? `1${hex.slice(1)}` : `0${hex.slice(1)}`)
      assertTrue(!beacon.verify({ ...answer.value, signature: flipped(signature) }), 'another signature')
      assertTrue(!beacon.verify({ ...answer.value, signature: '' }), 'no signature')
      assertTrue(!beacon.verify({ ...answer.value, round: round + 1 }), 'another round')
      assertTrue(!beacon.verify({ ...answer.value, randomness: flipped(randomness) }), 'another randomness')
    })
  })
}
