// An independent verifier for drops with randomness BEACON. It shares no code with Dropkit and follows docs/fairness.md.
// Usage: node examples/verify-beacon-draws.mjs drop.json
// drop.json is the drop as the API returns it: { dropId, maxAmount, supply, randomnessCommitment, randomnessSeed,
// orderHead, publicKeys, hasAllPublicKeys, beacon { … }, draws: [{ sequence, userAddress, recipient, amount, round,
// beaconSignature, orderHead, createdAt }], receipts: [{ text, publicKey, signature }] }. The receipts are those that claimers
// have saved; they are optional, and need publicKeys and hasAllPublicKeys.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bls12_381 } from '@noble/curves/bls12-381.js'

/** drand's quicknet. The record names its beacon, so the values must not come from it. */
const QUICKNET = {
  chainHash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  scheme: 'bls-unchained-g1-rfc9380',
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451' +
    '0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  genesisAt: 1_692_803_367_000,
  periodMs: 3_000,
}
/** A round is published at least this long after the claim that waits for it. */
const MARGIN_MS = 5_000

const sha256 = (data) => createHash('sha256').update(data).digest()
const hmac = (key, text) => createHmac('sha256', key).update(text, 'utf8').digest()
const number = (bytes) => BigInt(`0x${bytes.toString('hex')}`)
const wallet = (text) => `0x${text.slice(2).toLowerCase().padStart(64, '0')}`

/** Exits at the first error. */
function must(isRight, what) {
  if (isRight) return
  console.log(`NOT verified: ${what}`)
  process.exit(1)
}

/** drand's scheme bls-unchained-g1-rfc9380: a signature on G1 over SHA-256 of the round number. */
function isSigned(beacon, round, signature) {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(round))
  const { shortSignatures } = bls12_381
  const point = shortSignatures.hash(
    new Uint8Array(sha256(message)),
    'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_',
  )
  try {
    const bytes = (hex) => new Uint8Array(Buffer.from(hex, 'hex'))
    return shortSignatures.verify(bytes(signature), point, bytes(beacon.publicKey))
  } catch {
    return false
  }
}

/** Whether the beacon is quicknet. Another one that has its hash or its key is an error. */
function isQuicknet(beacon) {
  const values = { ...beacon, genesisAt: Date.parse(beacon.genesisAt) }
  const [isHash, isKey] = ['chainHash', 'publicKey'].map(
    (name) => values[name].toLowerCase() === QUICKNET[name],
  )
  const isSame =
    isHash && isKey && ['scheme', 'genesisAt', 'periodMs'].every((name) => values[name] === QUICKNET[name])
  must(isSame || !(isHash || isKey), 'the beacon is not quicknet, but it has its hash or its key')
  return isSame
}

/** The first round that is published long enough after an instant. */
const roundAfter = ({ genesisAt, periodMs }, instant) =>
  Math.max(1, Math.ceil((instant + MARGIN_MS - Date.parse(genesisAt)) / periodMs) + 1)

/** The amount of claim k by wallet W, with R left for L items. */
function amountOf(key, { drop, k, w, left, items }) {
  if (items === 1n) return left
  const [most, part] = [(2n * left) / items - 1n, (2n * left) % items]
  const isUp = part > 0n && number(hmac(key, `${drop}:${k}:${w}:round`)) % items < part
  return 1n + (number(hmac(key, `${drop}:${k}:${w}`)) % (isUp ? most + 1n : most))
}

const input = JSON.parse(readFileSync(process.argv[2] ?? 0, 'utf8'))
const { beacon, dropId, draws, receipts = [] } = { dropId: input.id, ...input }
must(beacon?.scheme === 'bls-unchained-g1-rfc9380', 'the beacon has another scheme, or there is none')
const isPublic = isQuicknet(beacon)
const seed = Buffer.from(input.randomnessSeed, 'hex')
must(
  sha256(seed).toString('hex') === input.randomnessCommitment,
  'the seed is not the one that was committed to',
)

const claims = [...draws].sort((one, other) => one.sequence - other.sequence)
let head = '0'.repeat(64)
let left = BigInt(input.maxAmount)
let [round, key] = [0, null]
for (const [place, claim] of claims.entries()) {
  const { sequence: k } = claim
  const w = wallet(claim.userAddress)
  const madeAt = Date.parse(claim.createdAt)
  must(k === place + 1, `claim ${place + 1} is missing`)

  const to = wallet(claim.recipient ?? w)
  const share = `round=${claim.round}${to === w ? '' : `:recipient=${to}`}`
  head = sha256(`dropkit::order::v1:${dropId}:${head}:${k}:${w}:${share}:${madeAt}`).toString('hex')
  must(head === claim.orderHead, `claim ${k} does not follow the claim before it`)

  const due = Math.max(roundAfter(beacon, madeAt), round)
  must(claim.round === due, `claim ${k} waits for round ${claim.round}, it should wait for round ${due}`)
  if (claim.round !== round) key = null
  round = claim.round
  if (claim.beaconSignature) {
    must(isSigned(beacon, round, claim.beaconSignature), `round ${round} of claim ${k} is forged`)
    const randomness = sha256(Buffer.from(claim.beaconSignature, 'hex')).toString('hex')
    key = hmac(seed, `dropkit::beacon::v1:${dropId}:${round}:${randomness}`)
  }
  must(key !== null && claim.amount !== null, `claim ${k} has no amount, or no signature of its round`)

  const items = BigInt(input.supply - place)
  const expected = amountOf(key, { drop: dropId, k, w, left, items })
  must(BigInt(claim.amount) === expected, `claim ${k} got ${claim.amount}, it should have got ${expected}`)
  left -= expected
}
must(claims.length === 0 || input.orderHead === head, 'claims are missing at the end, or orderHead is')

for (const { text, publicKey, signature } of receipts) {
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey, 'base64'),
  ])
  const signer = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isReal = verify(null, Buffer.from(text), signer, Buffer.from(signature, 'base64'))
  must(isReal, `the receipt ${text} has another signature`)
  const isListed = input.publicKeys?.includes(publicKey)
  must(
    isListed || input.hasAllPublicKeys !== false,
    `it is not known whether the drop had the key of the receipt ${text}`,
  )
  must(isListed, `the receipt ${text} has a key that is not the drop's`)
  const [, , , , , drop, sequence, ...rest] = text.split(':')
  const claim = claims[Number(sequence) - 1]
  must(drop === dropId && claim?.orderHead === rest.at(-1), `claim ${sequence} is not the one on its receipt`)
}
const found = `${claims.length} claims in order, ${BigInt(input.maxAmount) - left} given out, ${receipts.length} receipts`
must(isPublic, `${found}, but by a beacon that only this record names`)
console.log(`verified: ${found}`)
