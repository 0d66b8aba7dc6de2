// An independent verifier for drops with admission LOTTERY. It shares no code with Dropkit and follows docs/fairness.md.
// Usage: node examples/verify-lottery.mjs lottery.json
// lottery.json is the lottery as the API returns it: { dropId, lottery { root round entries frozenAt beaconSignature beacon
// { … } }, wallets: [every wallet of lotteryWallets], entries: [{ userAddress, rank, proof { index size path } }] }. The
// entries are those to check, as lotteryEntry returns them; they are optional. The wallets are optional too, if only proofs
// are checked.
import { createHash } from 'node:crypto'
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
/** A round is published at least this long after the root that waits for it. */
const MARGIN_MS = 5_000

const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
const [LEAF, INNER] = [Buffer.from([0]), Buffer.from([1])]

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
  const domain = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
  const point = shortSignatures.hash(new Uint8Array(sha256(message)), domain)
  const bytes = (hex) => new Uint8Array(Buffer.from(hex, 'hex'))
  try {
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

/** The largest power of two below a number of leaves. */
const half = (size) => 2 ** Math.ceil(Math.log2(size) - 1)

/** The root of the leaves from one index up to another. */
function rootOf(leaves, from = 0, to = leaves.length) {
  if (to - from === 0) return sha256()
  if (to - from === 1) return leaves[from]
  const middle = from + half(to - from)
  return sha256(INNER, rootOf(leaves, from, middle), rootOf(leaves, middle, to))
}

/** The root that a proof's path gives for a leaf. */
function rootOfPath(leaf, { index, size, path }) {
  if (size === 1) return path.length === 0 ? leaf : Buffer.alloc(0)
  if (path.length === 0) return Buffer.alloc(0)
  const sibling = Buffer.from(path.at(-1), 'hex')
  const [left, rest] = [half(size), path.slice(0, -1)]
  return index < left
    ? sha256(INNER, rootOfPath(leaf, { index, size: left, path: rest }), sibling)
    : sha256(INNER, sibling, rootOfPath(leaf, { index: index - left, size: size - left, path: rest }))
}

const input = JSON.parse(readFileSync(process.argv[2] ?? 0, 'utf8'))
const { dropId, lottery, wallets = null, entries = [] } = input
const { beacon, round, root } = lottery
const leafOf = (wallet) => sha256(LEAF, `dropkit::lottery::v1:${dropId}:${wallet}`)

must(beacon?.scheme === 'bls-unchained-g1-rfc9380', 'the beacon has another scheme')
const isPublic = isQuicknet(beacon)
const due = roundAfter(beacon, Date.parse(lottery.frozenAt))
must(round === due, `the lottery has round ${round}, it should have round ${due}`)
must(isSigned(beacon, round, lottery.beaconSignature), `round ${round} is forged`)

const randomness = sha256(Buffer.from(lottery.beaconSignature, 'hex')).toString('hex')
const keyOf = (wallet) =>
  sha256(`dropkit::lottery::order::v1:${dropId}:${root}:${randomness}:${wallet}`).toString('hex')
/** The first position at which the list has another wallet than a proof shows. */
function differs() {
  const indexes = entries
    .filter(({ userAddress, proof }) => rootOfPath(leafOf(userAddress), proof).toString('hex') === root)
    .filter(({ userAddress, proof }) => wallets[proof.index] !== userAddress)
    .map(({ proof }) => proof.index)
  return indexes.length === 0 ? '' : `, and another wallet at position ${Math.min(...indexes) + 1}`
}
const ranks = new Map()
if (wallets !== null) {
  for (const [place, wallet] of wallets.entries())
    must(
      place === 0 || wallets[place - 1] < wallet,
      `wallet ${wallet} is twice in the list, or not in its place`,
    )
  must(
    wallets.length === lottery.entries,
    `${lottery.entries} wallets entered, ${wallets.length} are in the list${differs()}`,
  )
  must(
    rootOf(wallets.map(leafOf)).toString('hex') === root,
    `the list of wallets has another root${differs()}`,
  )
  const inOrder = wallets
    .map((wallet) => [keyOf(wallet), wallet])
    .sort(([one], [other]) => (one < other ? -1 : 1))
  for (const [place, [, wallet]] of inOrder.entries()) ranks.set(wallet, place + 1)
}
for (const { userAddress, rank, proof } of entries) {
  must(proof.size === lottery.entries, `the proof of ${userAddress} is for another number of entries`)
  const reached = rootOfPath(leafOf(userAddress), proof).toString('hex')
  must(reached === root, `the proof of ${userAddress} does not lead to the root`)
  const expected = ranks.get(userAddress)
  must(wallets === null || expected === rank, `${userAddress} has rank ${expected}, not ${rank}`)
}
const under = wallets === null ? 'the proofs' : `${wallets.length} wallets`
const found = `${under} under the root, round ${round}, ${entries.length} entries`
must(isPublic, `${found}, but by a beacon that only this record names`)
console.log(`verified: ${found}`)
