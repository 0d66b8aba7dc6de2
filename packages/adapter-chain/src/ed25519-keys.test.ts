import { generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { nodeLinkKeys } from './ed25519-keys.ts'

const MESSAGE = 'Claim 5 of drop_1 for 0x7 ✓'

function newLink() {
  const { privateKey } = generateKeyPairSync('ed25519')
  const { x = '', d = '' } = privateKey.export({ format: 'jwk' })
  const signature = sign(null, Buffer.from(MESSAGE), privateKey).toString('base64url')
  return { publicKey: x, secretKey: Buffer.from(d, 'base64url'), signature }
}

const link = newLink()

test('the public keys of many links are derived in order, and other work gets turns in between', async () => {
  const links = Array.from({ length: 120 }, newLink)
  let turns = 0
  setImmediate(() => turns++)
  const publicKeys = await nodeLinkKeys.publicKeysOf(links.map(({ secretKey }) => secretKey))
  expect(publicKeys).toEqual(links.map(({ publicKey }) => publicKey))
  expect(turns).toBe(1)
})

test('a message is verified by the signature of its link', async () => {
  const { publicKey, signature } = link
  expect(await nodeLinkKeys.verify(publicKey, MESSAGE, signature)).toBe(true)
  expect(await nodeLinkKeys.verify(publicKey, `${MESSAGE} `, signature)).toBe(false)
  expect(await nodeLinkKeys.verify(newLink().publicKey, MESSAGE, signature)).toBe(false)
})

test.each([
  ['empty', ''],
  ['too long', `${link.publicKey}AAAA`],
  ['not base64', 'no key'],
])('a public key that is %s is refused', async (_, publicKey) => {
  expect(await nodeLinkKeys.verify(publicKey, MESSAGE, link.signature)).toBe(false)
})

test.each([
  ['empty', ''],
  ['too long', `${link.signature}==`],
  ['too short', link.signature.slice(1)],
  ['not base64', '!'.repeat(86)],
  ['not a string', [link.signature]],
])('a signature that is %s is refused', async (_, signature) => {
  expect(await nodeLinkKeys.verify(link.publicKey, MESSAGE, signature as string)).toBe(false)
})
