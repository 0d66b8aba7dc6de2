import { createPrivateKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { createVoucherSignatures, MOST_KEYS } from './voucher-signatures.ts'

const pairs = (count: number) => Array.from({ length: count }, () => generateKeyPairSync('ed25519'))
const textOf = (place: number) => Buffer.from(`text ${place}`.repeat(1 + (place % 3)))

/** Which of the texts, asked for in one turn with the keys in turn, get their own signature. */
async function areSigned(
  sign: ReturnType<typeof createVoucherSignatures>,
  keys: ReturnType<typeof pairs>,
  count: number,
): Promise<readonly boolean[]> {
  const asked = Array.from({ length: count }, (_, place) => {
    const { privateKey, publicKey } = keys[place % keys.length] as (typeof keys)[number]
    return sign(privateKey, textOf(place)).then((signature) =>
      verify(null, textOf(place), publicKey, Buffer.from(signature, 'base64')),
    )
  })
  return Promise.all(asked)
}

test.each([1, 7, 8, 9, 64, 65, 130])('each of %i texts of a turn gets its own signature', async (count) => {
  const sign = createVoucherSignatures()
  for (const keys of [pairs(1), pairs(3)])
    expect(await areSigned(sign, keys, count)).toEqual(Array.from({ length: count }, () => true))
})

test('more keys than the thread remembers sign in any order', async () => {
  const sign = createVoucherSignatures()
  const some = pairs(20)
  const exported = some.map(({ privateKey }) => privateKey.export({ format: 'der', type: 'pkcs8' }))
  const keys = Array.from({ length: MOST_KEYS + 300 }, (_, place) => {
    const key = exported[place % some.length] as Buffer
    const { publicKey } = some[place % some.length] as (typeof some)[number]
    return { privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }), publicKey }
  })
  for (const asked of [keys, keys.slice(-400), keys.slice(0, 10)])
    expect(await areSigned(sign, asked, asked.length)).not.toContain(false)
})

test('if the thread ends, the texts are signed nevertheless', async () => {
  const ends = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => process.exit(3))`)}`,
  )
  const sign = createVoucherSignatures(ends)
  const keys = pairs(2)
  for (let times = 0; times < 2; times++) expect(await areSigned(sign, keys, 100)).not.toContain(false)
})

test('if the thread cannot start, the texts are signed nevertheless', async () => {
  const sign = createVoucherSignatures(new URL('./no-such-thread.ts', import.meta.url))
  expect(await areSigned(sign, pairs(2), 100)).not.toContain(false)
})

test('a key that cannot sign fails alone', async () => {
  const sign = createVoucherSignatures()
  const { privateKey: wrong } = generateKeyPairSync('x25519')
  const failing = sign(wrong, textOf(0))
  const others = areSigned(sign, pairs(1), 20)
  await expect(failing).rejects.toThrow()
  expect(await others).not.toContain(false)
})
