import {
  type Hashes,
  type HumanCheck,
  type HumanSubject,
  type Ids,
  type Instant,
  type PriceFeed,
  type RandomnessBeacon,
  type RandomSource,
  roundAtOrAfter,
  type Secrets,
  timeOfRound,
} from '@dropkit/core'
import { bytesOfHex, hexOfBytes, idOf, utf8 } from '@dropkit/core/internal'
import { assertEqual, assertTrue, present, rejection } from '../assert.ts'
import { type Open, type TestRunner, testWith } from '../runner.ts'
import { sampleAddress, uniquePart } from './sample-records.ts'

const NOW = 1_700_000_000_000
const UUID_VERSION_7 = /^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/

/** The contract of `Ids`. `open` returns new ones each time, as in a separate process. */
export function idsContract(run: TestRunner, open: Open<{ readonly ids: Ids }>): void {
  const test = testWith(run, open)

  run.describe('as what ids are built from', () => {
    test('makes 32 hexadecimal digits that begin with the time', async ({ ids }) => {
      const id = ids.next(NOW)
      assertTrue(UUID_VERSION_7.test(id), `${id} is a UUID of version 7, without dashes`)
      assertEqual(Number.parseInt(id.slice(0, 12), 16), NOW)
    })

    test('makes none twice, and each later one sorts after those before', async ({ ids }) => {
      const made = Array.from({ length: 10_000 }, (_, n) => ids.next(NOW + Math.floor(n / 1_000)))
      assertEqual(new Set(made).size, made.length)
      assertEqual(made, made.toSorted())
    })

    run.test('makes none that another process makes at the same instant', async () => {
      const opened = await Promise.all(Array.from({ length: 5 }, open))
      const made = opened.flatMap(({ ids }) => Array.from({ length: 1_000 }, () => ids.next(NOW)))
      await Promise.all(opened.map(({ close }) => close()))
      assertEqual(new Set(made).size, made.length)
    })
  })
}

/** The contract of a `RandomSource`, as far as tests can check it. No test can check that its bytes are unpredictable. */
export function randomContract(run: TestRunner, open: Open<{ readonly random: RandomSource }>): void {
  const test = testWith(run, open)

  run.describe('as a source of random bytes', () => {
    test('returns the requested number of bytes', async ({ random }) => {
      for (const length of [0, 1, 16, 32, 64, 1_000]) {
        const bytes = random.bytes(length)
        assertTrue(bytes instanceof Uint8Array, 'they are a Uint8Array, not a promise of one')
        assertEqual(bytes.length, length)
      }
    })

    test('gives others each time, of every value', async ({ random }) => {
      const drawn = Array.from({ length: 1_000 }, () => random.bytes(32))
      assertEqual(new Set(drawn.map(hexOfBytes)).size, drawn.length)
      assertEqual(new Set(drawn.flatMap((bytes) => [...bytes])).size, 256)
    })
  })
}

/** The contract of a `PriceFeed`. */
export function priceFeedContract(run: TestRunner, open: Open<{ readonly prices: PriceFeed }>): void {
  const test = testWith(run, open)

  run.describe('as a price feed', () => {
    test('has a first currency, and each code once, in capitals', async ({ prices }) => {
      const codes = prices.currencies().map(({ code }) => code)
      assertTrue(codes.length > 0, 'there is a currency')
      assertEqual(new Set(codes).size, codes.length)
      for (const code of codes) assertEqual(code, code.toUpperCase())
    })

    test('counts in whole smallest units', async ({ prices }) => {
      for (const { decimals, code } of prices.currencies())
        assertTrue(
          Number.isInteger(decimals) && decimals >= 0 && decimals <= 18,
          `${code} has 0 to 18 decimals`,
        )
    })

    test('returns a rate at once, 0 if it was never known', async ({ prices }) => {
      for (const { code } of prices.currencies())
        assertTrue(Number.isFinite(prices.usdRate(code)) && prices.usdRate(code) >= 0, `${code} has a rate`)
      assertEqual(prices.usdRate('NO_SUCH_CURRENCY'), 0)
    })
  })
}

/** A human check, and the actions of its claimers. */
export interface OpenedHumanCheck {
  readonly check: HumanCheck
  /** Returns a correct proof for the subject, from a challenge that is issued now. */
  readonly solve: (subject: HumanSubject) => Promise<string>
}

const subjectOf = (drop: number, wallet: number): HumanSubject => ({
  dropId: idOf('drop', uniquePart(drop)),
  wallet: sampleAddress(wallet),
})

/** The contract of a `HumanCheck`. */
export function humanCheckContract(run: TestRunner, open: Open<OpenedHumanCheck>): void {
  const test = testWith(run, open)
  const kindOf = async (check: HumanCheck, subject: HumanSubject, proof: string) => {
    const answer = await check.verify(subject, proof, idOf('user', uniquePart(1)))
    return answer.ok ? 'passed' : answer.error.kind
  }

  run.describe('as a human check', () => {
    test('passes a proof for its own drop and wallet alone', async ({ check, solve }) => {
      const subject = subjectOf(1, 7)
      assertEqual(await kindOf(check, subjectOf(1, 8), await solve(subject)), 'human_check_failed')
      assertEqual(await kindOf(check, subject, await solve(subject)), 'passed')
    })

    test('does not pass a proof for another drop', async ({ check, solve }) => {
      const proof = await solve(subjectOf(1, 7))
      assertEqual(await kindOf(check, subjectOf(2, 7), proof), 'human_check_failed')
    })

    test('refuses an invalid proof', async ({ check }) => {
      for (const proof of ['', '.', 'x', `${'y'.repeat(2_000)}.1`, 'v1.00000000.AAAA.1', '\u0000'])
        assertTrue((await kindOf(check, subjectOf(1, 7), proof)) !== 'passed', `passed ${proof}`)
    })
  })
}

const MILLION_TIMES_A = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'

/** Examples from FIPS 180-4. */
const SHA256: readonly (readonly [text: string, hex: string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['a'.repeat(1_000_000), MILLION_TIMES_A],
]

/** RFC 4231, cases 2 and 6, and one with a non-ASCII message. */
const HMAC_SHA256: readonly (readonly [key: Uint8Array, message: string, hex: string])[] = [
  [
    utf8('Jefe'),
    'what do ya want for nothing?',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    new Uint8Array(131).fill(0xaa),
    'Test Using Larger Than Block-Size Key - Hash Key First',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
  [utf8('key'), 'ключ 🔑', 'f3463b5a646f6d7d8d8744b24b640fc005c26f59e8822edcde1af65fb6b95b61'],
]

/** The contract of `Hashes`, with the published examples, because draws must be verifiable with other implementations. */
export function hashesContract(run: TestRunner, open: Open<{ readonly hashes: Hashes }>): void {
  const test = testWith(run, open)

  run.describe('as hashes', () => {
    test('give at once the 32 bytes of SHA-256', async ({ hashes }) => {
      for (const [text, hex] of SHA256) assertBytes(hashes.sha256(utf8(text)), hex)
    })

    test('give at once the 32 bytes of HMAC-SHA256 of a message in UTF-8', async ({ hashes }) => {
      for (const [key, message, hex] of HMAC_SHA256) assertBytes(hashes.hmacSha256(key, message), hex)
    })

    test('do not change their input, and keep no state', async ({ hashes }) => {
      const bytes = present(bytesOfHex('00ff'))
      const first = hexOfBytes(hashes.sha256(bytes))
      hashes.sha256(utf8('abc'))
      assertEqual(hexOfBytes(bytes), '00ff')
      assertEqual(hexOfBytes(hashes.sha256(bytes)), first)
    })
  })
}

function assertBytes(actual: unknown, hex: string): void {
  assertTrue(actual instanceof Uint8Array, 'a hash is a Uint8Array, not a text and not a promise')
  assertEqual(hexOfBytes(actual), hex)
}

const SECRET = utf8('sesame, open thyself')

/** The contract of `Secrets`. `open` uses the same master key each time, and `openOther` another one. */
export function secretsContract(
  run: TestRunner,
  open: Open<{ readonly secrets: Secrets }>,
  openOther: Open<{ readonly secrets: Secrets }>,
): void {
  const test = testWith(run, open)
  const opensNot = (secrets: Secrets, sealed: string, purpose: string, what: string) =>
    rejection(async () => secrets.open(sealed, purpose), what)

  run.describe('as secrets', () => {
    test('open values that were sealed for the same purpose, also in another process', async ({
      secrets,
    }) => {
      for (const bytes of [SECRET, new Uint8Array(), new Uint8Array(5_000).fill(255)]) {
        const sealed = secrets.seal(bytes, 'seed of drop_1')
        assertTrue(typeof sealed === 'string', 'what is sealed is a text, not a promise of one')
        assertEqual(secrets.open(sealed, 'seed of drop_1'), bytes)
        const later = await open()
        assertEqual(later.secrets.open(sealed, 'seed of drop_1'), bytes)
        await later.close()
      }
    })

    test('show nothing, not even whether two are the same', async ({ secrets }) => {
      const [one, other] = [secrets.seal(SECRET, 'p'), secrets.seal(SECRET, 'p')]
      assertTrue(one !== other, 'equal secrets are sealed differently')
      assertTrue(!one.includes('sesame'), 'a secret is not to be read')
    })

    test('do not open for another purpose', async ({ secrets }) => {
      const sealed = secrets.seal(SECRET, 'seed of drop_1')
      await opensNot(secrets, sealed, 'seed of drop_2', 'opening for another purpose')
    })

    test('do not open changed values', async ({ secrets }) => {
      const sealed = secrets.seal(SECRET, 'p')
      for (let at = 0; at < sealed.length; at++) {
        // Changes a used bit even in the last base64 digit, whose low bits may be unused.
        const digit = sealed[at] === 'A' ? 'Q' : 'A'
        const changed = sealed.slice(0, at) + digit + sealed.slice(at + 1)
        await opensNot(secrets, changed, 'p', `opening what was changed at ${at}`)
      }
      await opensNot(secrets, sealed.slice(0, -4), 'p', 'opening what was cut')
      await opensNot(secrets, '', 'p', 'opening nothing')
    })

    test('do not open under another master key', async ({ secrets }) => {
      const other = await openOther()
      const sealed = other.secrets.seal(SECRET, 'p')
      await other.close()
      await opensNot(secrets, sealed, 'p', 'opening under another key')
    })
  })
}

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

  const newestRound = ({ chain }: RandomnessBeacon, now: Instant) => roundAtOrAfter(chain, now + 1) - 1

  run.describe('as a randomness beacon', () => {
    test('gives a published round, signed, with 32 bytes of randomness', async ({ beacon, now }) => {
      const answer = await beacon.round(newestRound(beacon, now()))
      assertTrue(answer.ok, 'the newest round is there')
      assertEqual(answer.value.round, newestRound(beacon, now()))
      assertTrue(/^[0-9a-f]{64}$/.test(answer.value.randomness), 'the randomness is 32 bytes in hex')
      assertTrue(beacon.verify(answer.value), 'the round verifies')
    })

    test('gives the same round twice, and another one for another number', async ({ beacon, now }) => {
      const round = newestRound(beacon, now())
      const [first, again] = [await beacon.round(round), await beacon.round(round)]
      const earlier = await beacon.round(round - 1)
      assertTrue(first.ok && again.ok && earlier.ok, 'published rounds are there')
      assertEqual(first.value, again.value)
      assertTrue(first.value.randomness !== earlier.value.randomness, 'rounds differ')
    })

    test('does not give a round before its time, and gives it afterwards', async (opened) => {
      const { beacon, now, elapse } = opened
      const round = newestRound(beacon, now()) + 1
      const early = await beacon.round(round)
      assertTrue(!early.ok && early.error.kind === 'not_yet', 'the round is not published yet')
      assertEqual(early.error.dueAt, timeOfRound(beacon.chain, round))
      await elapse(timeOfRound(beacon.chain, round) - now())
      assertTrue((await beacon.round(round)).ok, 'the round is published now')
    })

    test('says of a changed signature, round or randomness that it is not its own', async (opened) => {
      const { beacon, now } = opened
      const answer = await beacon.round(newestRound(beacon, now()))
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
