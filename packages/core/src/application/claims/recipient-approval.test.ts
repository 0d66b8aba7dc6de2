import { createTestService, granted, refusalOf, testWallet, testWalletSignature } from '@dropkit/testing'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../domain/address.ts'
import { idOfClaim } from '../../domain/claim.ts'
import type { Drop } from '../../domain/drop.ts'
import { recipientOf } from '../../domain/recipient.ts'

const [WALLET, RECIPIENT, THIEF] = [testWallet(1), testWallet(2), testWallet(3)]
const MINUTE = 60_000

async function world(terms = {}) {
  const service = await createTestService()
  const { dropkit, owner, ports } = service
  const drop = await service.createDrop(terms)
  const messageFor = async (recipient: Address, of = drop, userAddress = WALLET) =>
    granted(
      await dropkit.recipientMessage(owner, { dropId: of.id, userAddress, recipient, site: 'a.example' }),
    )
  const sign = (message: string, by = WALLET) => ({ message, signature: testWalletSignature(by, message) })
  const claim = (recipient: { message: string; signature: string } | null, more = {}) =>
    dropkit.claimDrop(owner, { dropId: drop.id, userAddress: WALLET, recipient, site: 'a.example', ...more })
  const balance = async (of: Address) => {
    const { vault } = await service.reread(drop)
    if (vault.kind !== 'open') return 0n
    return granted(await ports.chain.balances(vault.coinType, [of])).get(of) ?? 0n
  }
  return { ...service, drop, messageFor, sign, claim, balance }
}

describe('a claim to another address', () => {
  test('is decided for the wallet and paid to the recipient by its voucher', async () => {
    const { dropkit, owner, ports, pass, drop, messageFor, sign, claim, balance } = await world()
    const approval = sign(await messageFor(RECIPIENT))
    const { claim: made, voucher } = granted(await claim(approval))
    expect(made).toMatchObject({ claimer: WALLET, recipient: { address: RECIPIENT }, slot: 1 })
    expect(voucher.claimer).toBe(RECIPIENT)
    expect(granted(await claim(approval)).claim).toEqual(made)
    expect(granted(await claim(null)).voucher).toEqual(voucher)

    const bytes = granted(await dropkit.prepareClaim(owner, idOfClaim(made)))
    expect(ports.memoryChain.wallet.execute(WALLET, bytes)).toMatchObject({ kind: 'succeeded' })
    await pass(3_000)
    expect(await dropkit.readClaim(owner, idOfClaim(made))).toMatchObject({ state: { kind: 'CONFIRMED' } })
    expect([await balance(RECIPIENT), await balance(WALLET)]).toEqual([10n, 0n])
    const { text = '' } = (await dropkit.signReceipt(drop, made)) ?? {}
    expect(text).toContain(`:${WALLET}:amount=10:recipient=${RECIPIENT}:`)
  })

  test('counts for the wallet and never for the recipient', async () => {
    const { dropkit, owner, drop, messageFor, sign, claim } = await world()
    granted(await claim(sign(await messageFor(RECIPIENT))))
    for (const other of [4, 5].map(testWallet)) {
      const approval = sign(await messageFor(RECIPIENT, drop, other), other)
      granted(await claim(approval, { userAddress: other }))
    }
    granted(await dropkit.claimDrop(owner, { dropId: drop.id, userAddress: RECIPIENT }))
    const claims = granted(await dropkit.listClaims(owner, { dropId: drop.id, userAddress: WALLET }, {}))
    expect(claims.map(recipientOf)).toEqual([RECIPIENT])
  })

  test('is delivered by the service to the recipient, with a fixed or a random amount', async () => {
    for (const terms of [{ delivery: 'SERVER' }, { tokenAmount: '0', supply: 5 }] as const) {
      const { dropkit, owner, pass, drop, messageFor, sign, balance } = await world(terms)
      const recipient = sign(await messageFor(RECIPIENT))
      const input = { dropId: drop.id, userAddress: WALLET, recipient, site: 'a.example' }
      if ('delivery' in terms) granted(await dropkit.claimDrop(owner, input))
      else expect(granted(await dropkit.claimRandomDrop(owner, input)).kind).toBe('drawn')
      await pass(20_000, 8)
      expect(await balance(RECIPIENT)).toBeGreaterThan(0n)
      expect(await balance(WALLET)).toBe(0n)
    }
  })
})

describe('an approval of a recipient', () => {
  test('names the line that is for another claim', async () => {
    const { claim, createDrop, drop, messageFor, sign } = await world()
    const message = await messageFor(RECIPIENT)
    const other: Drop = await createDrop()
    const attempts: [string, ReturnType<typeof sign>, object?][] = [
      ['Drop', sign(await messageFor(RECIPIENT, other))],
      ['Wallet', sign(await messageFor(RECIPIENT, drop, THIEF), THIEF)],
      ['Site', sign(message.replace('a.example', 'evil.example'))],
      ['Recipient', sign(message.replace(`Recipient: ${RECIPIENT}`, `Recipient: ${WALLET}`))],
      ['Expires at', sign(message.replace(/at: .*/, 'at: 2999-01-01T00:00:00.000Z'))],
    ]
    for (const [line, approval] of attempts)
      expect(await claim(approval)).toMatchObject({
        error: { kind: 'bad_user_input', field: 'recipient.message', details: { line } },
      })
    for (const text of ['', 'x', `${message}\n`, message.replace('Nonce: ', 'Nonce: !'), 'a'.repeat(9_999)])
      expect(await claim(sign(text))).toMatchObject({ error: { field: 'recipient.message' } })
    granted(await claim(sign(message)))
  })

  test('counts only with the signature of the wallet over the whole message', async () => {
    const { claim, messageFor, sign } = await world()
    const message = await messageFor(RECIPIENT)
    const { signature } = sign(message)
    const redirected = message.replace(RECIPIENT, THIEF)
    for (const forged of [
      { message: redirected, signature },
      sign(message, THIEF),
      { message, signature: '' },
    ])
      expect(await claim(forged)).toMatchObject({ error: { field: 'recipient.signature' } })
  })

  test('expires', async () => {
    const { claim, messageFor, sign, pass } = await world()
    const approval = sign(await messageFor(RECIPIENT))
    await pass(10 * MINUTE)
    expect(await claim(approval)).toMatchObject({
      error: { kind: 'bad_user_input', field: 'recipient.message', details: { line: 'Expires at' } },
    })
    granted(await claim(sign(await messageFor(RECIPIENT))))
  })

  test('is used up by one claim, also if that claim has ended', async () => {
    const { claim, messageFor, sign, ports, pass } = await world({ maxPerWallet: 3 })
    const approval = sign(await messageFor(RECIPIENT))
    const { voucher } = granted(await claim(approval))
    ports.memoryChain.wallet.claim(voucher)
    await pass(3_000)
    expect(await claim(approval)).toMatchObject({
      error: { kind: 'conflict', field: 'recipient.message', details: { line: 'Nonce' } },
    })
    granted(await claim(sign(await messageFor(RECIPIENT))))
  })

  test('makes one claim when it is sent many times at once, on a drop without a limit', async () => {
    const { dropkit, owner, drop, messageFor, sign, reread } = await world({
      maxPerWallet: 50,
      tokenAmount: '0',
      supply: 60,
    })
    const recipient = sign(await messageFor(RECIPIENT))
    const input = { dropId: drop.id, userAddress: WALLET, recipient, site: 'a.example' }
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => dropkit.claimRandomDrop(owner, input)),
    )
    for (const answer of answers) expect(granted(answer).claim?.sequence).toBe(1)
    expect((await reread(drop)).tally.reservedCount).toBe(1)
  })

  test('does not change the recipient of a pending claim', async () => {
    const { claim, messageFor, sign } = await world()
    granted(await claim(null))
    const late = await claim(sign(await messageFor(RECIPIENT)))
    expect(late).toMatchObject({
      error: { kind: 'conflict', field: 'recipient.message', details: { recipient: WALLET } },
    })
  })

  test('is not made for the wallet itself, or for a drop that the caller cannot see', async () => {
    const { dropkit, callerOf, createDrop, owner, drop } = await world()
    const ask = { dropId: drop.id, userAddress: WALLET, recipient: WALLET }
    expect(await dropkit.recipientMessage(owner, ask)).toMatchObject({ error: { field: 'recipient' } })
    const draft = await createDrop({ status: 'DRAFT' })
    const stranger = await callerOf('stranger')
    const hidden = { ...ask, dropId: draft.id, recipient: RECIPIENT }
    expect(refusalOf(await dropkit.recipientMessage(stranger, hidden))).toBe('not_found')
  })
})
