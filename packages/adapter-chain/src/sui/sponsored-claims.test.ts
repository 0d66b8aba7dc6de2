import { amountOf, type SignedVoucher } from '@dropkit/core'
import { Transaction } from '@mysten/sui/transactions'
import { toBase64 } from '@mysten/sui/utils'
import { describe, expect, test } from 'vitest'
import { transactionOf } from './operator-commands.ts'
import { piecesTypeOf } from './read-objects.ts'
import { readSponsoredClaims } from './sponsor.ts'
import { addressOf } from './sui-node.ts'

const PACKAGE = addressOf('0xd40')
const VAULT = addressOf('0xfa')
const SENDER = addressOf('0xa11ce')
const OTHER = addressOf('0xb0b')
const COIN = `${addressOf('0x77')}::pepper::PEPPER`
const DIGEST = '4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi'
const RULES = { packageId: PACKAGE, dropObjectId: VAULT, sender: SENDER }

const voucher = (nonce: number, claimer = SENDER): SignedVoucher => ({
  dropObjectId: VAULT,
  claimer,
  amount: amountOf(5n),
  nonce,
  expiresAt: 1_900_000_000_000,
  signature: Buffer.alloc(64, 1).toString('base64'),
})

interface Wish {
  readonly count?: number
  readonly claimer?: typeof SENDER
  readonly coinType?: string
  readonly packageId?: typeof SENDER
  readonly vault?: typeof SENDER
}

function claims({
  count = 1,
  claimer = SENDER,
  coinType = COIN,
  packageId = PACKAGE,
  vault = VAULT,
}: Wish = {}) {
  const vouchers = Array.from({ length: count }, (_, n) => voucher(n + 1, claimer))
  return transactionOf(
    { kind: 'deliver_claims', coinType, vouchers },
    { packageId, operator: OTHER, vault: { objectId: vault, initialSharedVersion: '5' } },
  )
}

const kindOf = async (transaction: Transaction) =>
  toBase64(await transaction.build({ onlyTransactionKind: true }))

const read = async (transaction: Transaction) => readSponsoredClaims(await kindOf(transaction), RULES)

/** A claim and further commands in one transaction. */
function claimAnd(more: (transaction: Transaction) => void): Transaction {
  const transaction = claims()
  more(transaction)
  return transaction
}

describe('a transaction whose gas the service is to pay', () => {
  test.each([
    ['one claim', claims()],
    ['as many claims as are paid for at once', claims({ count: 10 })],
    ['a claim of pieces', claims({ coinType: piecesTypeOf(PACKAGE, '0xc0::frog::FROG') })],
  ])('may be %s', async (_what, transaction) => {
    const answer = await read(transaction)
    expect(answer.ok && (await kindOf(answer.value))).toBe(await kindOf(transaction))
  })

  test.each([
    ['nothing at all', new Transaction(), /1 to 10 claims/],
    ['more claims than are paid for at once', claims({ count: 11 }), /1 to 10 claims/],
    ['a claim for another wallet', claims({ claimer: OTHER }), /claims of the sender/],
    ['a claim from another vault', claims({ vault: OTHER }), /Only the vault/],
    ['a claim of another package', claims({ packageId: OTHER }), /Only claims are paid for/],
    [
      'a claim and another function of the package',
      claimAnd((transaction) =>
        transaction.moveCall({
          target: `${PACKAGE}::payment::pay`,
          arguments: [transaction.pure.u64(1)],
        }),
      ),
      /Only claims are paid for/,
    ],
    [
      'a claim and a use of the coin that pays the gas',
      claimAnd((transaction) => {
        const coin = transaction.splitCoins(transaction.gas, [1])
        transaction.transferObjects([coin], SENDER)
      }),
      /Only claims are paid for/,
    ],
    [
      "a claim and a withdrawal from the sponsor's balance",
      claimAnd((transaction) => {
        transaction.withdrawal({ amount: 1n, from: 'sponsor' })
      }),
      /Only the vault/,
    ],
    [
      "a claim and a withdrawal from the sender's balance",
      claimAnd((transaction) => {
        transaction.withdrawal({ amount: 1n })
      }),
      /Only the vault/,
    ],
    [
      'a claim and an object with an owner',
      claimAnd((transaction) => {
        transaction.objectRef({ objectId: OTHER, version: '1', digest: DIGEST })
      }),
      /Only the vault/,
    ],
    [
      'a claim and another shared object',
      claimAnd((transaction) => {
        transaction.sharedObjectRef({ objectId: OTHER, initialSharedVersion: '1', mutable: true })
      }),
      /Only the vault/,
    ],
    [
      'a claim and a package',
      claimAnd((transaction) => {
        transaction.publish({ modules: ['AA=='], dependencies: [] })
      }),
      /Only claims are paid for/,
    ],
  ])('may not be %s', async (_what, transaction, reason) => {
    const answer = await read(transaction)
    expect(!answer.ok && answer.error).toMatchObject({
      kind: 'bad_user_input',
      field: 'transactionKindBytes',
      message: expect.stringMatching(reason),
    })
  })

  test.each(['', 'not base64!', 'AAAA', toBase64(new Uint8Array(400))])('is refused if it is %j', (text) => {
    const answer = readSponsoredClaims(text, RULES)
    expect(!answer.ok && answer.error.kind).toBe('bad_user_input')
  })
})
