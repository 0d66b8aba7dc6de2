// An independent verifier for drops with randomness BEACON. It shares no code with Dropkit and follows docs/fairness.md.
// Usage: node examples/verify-beacon-draws.mjs drop.json
// drop.json is the drop as the API returns it: { dropId, maxAmount, supply, randomnessCommitment, randomnessSeed,
// orderHead, beacon { … }, draws: [{ sequence, userAddress, recipient, amount, round, beaconSignature, orderHead, createdAt }],
// receipts: [{ text, publicKey, signature }] }. The receipts are those that claimers have saved; they are optional.
import { createHash, createHmac, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { bls12_381 } from '@noble/curves/bls12-381.js'

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

  const publishedAt = Date.parse(beacon.genesisAt) + (claim.round - 1) * beacon.periodMs
  must(claim.round >= round, `claim ${k} waits for an earlier round than the claim before it`)
  must(publishedAt > madeAt, `the round of claim ${k} was published before the claim was made`)
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
must(input.orderHead == null || input.orderHead === head, 'claims are missing at the end')

for (const { text, publicKey, signature } of receipts) {
  const der = Buffer.concat([
    Buffer.from('302a300506032b6570032100', 'hex'),
    Buffer.from(publicKey, 'base64'),
  ])
  const signer = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const isReal = verify(null, Buffer.from(text), signer, Buffer.from(signature, 'base64'))
  must(isReal, `the receipt ${text} has another signature`)
  const [, , , , , drop, sequence, ...rest] = text.split(':')
  const claim = claims[Number(sequence) - 1]
  must(drop === dropId && claim?.orderHead === rest.at(-1), `claim ${sequence} is not the one on its receipt`)
}
console.log(
  `verified: ${claims.length} claims in order, ${BigInt(input.maxAmount) - left} given out, ${receipts.length} receipts`,
)
