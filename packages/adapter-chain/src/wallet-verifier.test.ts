import { bcs } from '@mysten/sui/bcs'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { MultiSigPublicKey } from '@mysten/sui/multisig'
import { getZkLoginSignature, toZkLoginPublicIdentifier } from '@mysten/sui/zklogin'
import { describe, expect, test } from 'vitest'
import { createSignatureChecks } from './signature-checks.ts'
import type { SuiNode } from './sui/node-facts.ts'
import { verifyWalletMessage, type WalletMessage } from './wallet-verifier.ts'

const message = 'Sign in to Dropkit\nnonce: 42 ✓'
const bytes = new TextEncoder().encode(message)

/** Verifies a message without a node. */
async function isKnown(signed: Omit<WalletMessage, 'sender'>): Promise<boolean> {
  const answer = await verifyWalletMessage({ ...signed, sender: 'user' }, null)
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value
}

describe('a message signed by a wallet', () => {
  test.each([
    ['Ed25519', Ed25519Keypair.generate()],
    ['Secp256k1', Secp256k1Keypair.generate()],
    ['Secp256r1', Secp256r1Keypair.generate()],
  ] as const)('is known by its address when the key is %s', async (_, wallet) => {
    const address = wallet.toSuiAddress()
    const { signature } = await wallet.signPersonalMessage(bytes)
    expect(await isKnown({ address, message, signature })).toBe(true)
    expect(await isKnown({ address, message: `${message} `, signature })).toBe(false)
    const other = Ed25519Keypair.generate().toSuiAddress()
    expect(await isKnown({ address: other, message, signature })).toBe(false)
  })

  test('is known when several keys sign together', async () => {
    const wallets = [Ed25519Keypair.generate(), Secp256k1Keypair.generate()] as const
    const keys = MultiSigPublicKey.fromPublicKeys({
      threshold: 2,
      publicKeys: wallets.map((wallet) => ({ publicKey: wallet.getPublicKey(), weight: 1 })),
    })
    const [one, other] = await Promise.all(wallets.map((wallet) => wallet.signPersonalMessage(bytes)))
    if (!one || !other) throw new Error('not signed')
    const address = keys.toSuiAddress()
    const signature = keys.combinePartialSignatures([one.signature, other.signature])
    expect(await isKnown({ address, message, signature })).toBe(true)
    const alone = keys.combinePartialSignatures([one.signature])
    expect(await isKnown({ address, message, signature: alone })).toBe(false)
  })

  test('is not known by a signature over the bare bytes, or over a transaction', async () => {
    const wallet = Ed25519Keypair.generate()
    const address = wallet.toSuiAddress()
    const transaction = await wallet.signTransaction(bytes)
    const raw = Buffer.from(await wallet.sign(bytes)).toString('base64')
    for (const signature of [transaction.signature, raw]) {
      expect(await isKnown({ address, message, signature })).toBe(false)
    }
  })

  test.each(['', 'AAAA', 'not base64 at all', 'BQ==', 'BQAAAAAA', Buffer.alloc(97).toString('base64')])(
    'is not known by %j',
    async (signature) => {
      const address = Ed25519Keypair.generate().toSuiAddress()
      expect(await isKnown({ address, message, signature })).toBe(false)
    },
  )
})

describe('many signatures of multisigs', () => {
  /** A message that so many keys have signed together. */
  async function signedByMany(count: number): Promise<Omit<WalletMessage, 'sender'>> {
    const wallets = Array.from({ length: count }, () => Secp256r1Keypair.generate())
    const keys = MultiSigPublicKey.fromPublicKeys({
      threshold: count,
      publicKeys: wallets.map((wallet) => ({ publicKey: wallet.getPublicKey(), weight: 1 })),
    })
    const parts = await Promise.all(wallets.map((wallet) => wallet.signPersonalMessage(bytes)))
    const signature = keys.combinePartialSignatures(parts.map((part) => part.signature))
    return { address: keys.toSuiAddress(), message, signature }
  }

  test('leave the event loop free, and senders take turns', async () => {
    const signed = await signedByMany(10)
    expect(await isKnown(signed)).toBe(true)
    const before = process.threadCpuUsage()
    let ended = 0
    const flood = Array.from({ length: 30 }, async () => {
      const answer = await verifyWalletMessage({ ...signed, sender: 'flooding' }, null)
      ended++
      return answer
    })
    expect(await verifyWalletMessage({ ...signed, sender: 'other' }, null)).toEqual({ ok: true, value: true })
    expect(ended).toBeLessThanOrEqual(2)
    for (const answer of await Promise.all(flood)) expect(answer).toEqual({ ok: true, value: true })
    const { user, system } = process.threadCpuUsage(before)
    // On this thread, 31 of these would take about 600 ms.
    expect((user + system) / 1_000).toBeLessThan(200)
  })

  test('are rejected when too many wait, first those of the sender with the most', async () => {
    const signed = await signedByMany(2)
    const send = (sender: string) => verifyWalletMessage({ ...signed, sender }, null)
    const flood = Array.from({ length: 210 }, () => send('flooding'))
    expect(await send('other')).toEqual({ ok: true, value: true })
    const answers = await Promise.all(flood)
    const refused = answers.filter((answer) => !answer.ok)
    expect(refused).toHaveLength(10)
    expect(refused[0]).toMatchObject({
      error: {
        kind: 'overloaded',
        retryAfterMs: 1_000,
        details: { limit: 'waiting signatures', value: 200 },
      },
    })
  })

  test('are not valid if they have more members than Sui allows, or are too long', async () => {
    const { signature, ...rest } = await signedByMany(10)
    const multisig = bcs.MultiSig.parse(Buffer.from(signature, 'base64').subarray(1))
    const eleventh = (await signedByMany(1)).signature
    const { pk_map: more } = bcs.MultiSig.parse(Buffer.from(eleventh, 'base64').subarray(1)).multisig_pk
    const { pk_map: members, threshold } = multisig.multisig_pk
    const larger = bcs.MultiSig.serialize({
      ...multisig,
      multisig_pk: { threshold, pk_map: [...members, ...more] },
    }).toBytes()
    const long = Buffer.from([3, ...larger]).toString('base64')
    expect(await isKnown({ ...rest, signature: long })).toBe(false)
    expect(await isKnown({ ...rest, signature: signature.padEnd(20_000, ' ') })).toBe(false)
  })
})

describe('a zkLogin signature', () => {
  const issuer = 'https://id.example'
  const addressSeed = '12345'
  const point = {
    a: ['1', '2', '1'],
    b: [
      ['1', '2'],
      ['3', '4'],
      ['1', '0'],
    ],
    c: ['1', '2', '1'],
  }
  const signature = getZkLoginSignature({
    inputs: {
      proofPoints: point,
      issBase64Details: { value: Buffer.from(`"iss":"${issuer}",`).toString('base64url'), indexMod4: 0 },
      headerBase64: Buffer.from('{"alg":"RS256","kid":"1"}').toString('base64url'),
      addressSeed,
    },
    maxEpoch: '9',
    userSignature: new Uint8Array(97),
  })
  const address = toZkLoginPublicIdentifier(BigInt(addressSeed), issuer, {
    legacyAddress: false,
  }).toSuiAddress()
  const signed = { address, message, signature, sender: 'user' }

  /** A node that gives this answer for every signature. */
  const nodeSaying = (
    answer: Awaited<ReturnType<SuiNode['calls']['askForUser']>>,
    success = true,
  ): SuiNode => ({
    client: {
      core: { verifyZkLoginSignature: async () => ({ success, errors: [] }) },
    } as unknown as SuiNode['client'],
    calls: {
      askForUser: async (_, call) =>
        answer.ok ? { ok: true, value: await call(AbortSignal.abort()) } : answer,
    } as SuiNode['calls'],
  })
  const yes = { ok: true, value: null } as const

  test('is never good without a chain to ask', async () => {
    expect(await isKnown(signed)).toBe(false)
  })

  test('is valid as the chain says, and for its own wallet only', async () => {
    expect(await verifyWalletMessage(signed, nodeSaying(yes))).toEqual({ ok: true, value: true })
    expect(await verifyWalletMessage(signed, nodeSaying(yes, false))).toEqual({ ok: true, value: false })
    const other = { ...signed, address: Ed25519Keypair.generate().toSuiAddress() }
    expect(await verifyWalletMessage(other, nodeSaying(yes))).toEqual({ ok: true, value: false })
  })

  test('is not called bad because the chain is away', async () => {
    const away = { ok: false, error: { kind: 'chain_unavailable', reason: 'away' } } as const
    expect(await verifyWalletMessage(signed, nodeSaying(away))).toEqual(away)
  })
})

/** A thread that finds only the first signature valid, and that one named `fatal` ends. */
const thread = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    let count = 0
    parentPort.on('message', ({ signature }) => {
      if (signature === 'fatal') process.exit(3)
      parentPort.postMessage(count++ === 0)
    })`)}`,
)
const checkOf = (signature: string) =>
  ({ signed: 'message', bytes: new Uint8Array(), signature, address: '0x1' }) as const

test('the thread ends when it is idle, and starts again', async () => {
  const check = createSignatureChecks(100, thread)
  const asked = () => check('user', checkOf('some'))
  expect(await Promise.all([asked(), asked()])).toEqual([true, false])
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await asked()).toBe(true)
})

test('if the thread dies, only the signature that it verified fails', async () => {
  const check = createSignatureChecks(100, thread)
  const fatal = check('other', checkOf('fatal'))
  const next = check('user', checkOf('some'))
  await expect(fatal).rejects.toThrow('the thread that verifies signatures ended with 3')
  expect(await next).toBe(true)
})
