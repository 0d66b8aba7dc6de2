// A claim on Sui for which the operator pays the gas: a new wallet claims without any SUI, and its balance is printed.
// Run: node tools/run.mjs examples/sponsored-claim.ts URL KEY DROP     (a server on Sui, an API key and the id of a drop;
// optional: SUI_RPC_URL)
import { SuiGrpcClient } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Transaction } from '@mysten/sui/transactions'
import { fromBase64, toBase64 } from '@mysten/sui/utils'

const [server, key, dropId] = process.argv.slice(2)
if (!dropId) throw new Error('Run: node tools/run.mjs examples/sponsored-claim.ts URL KEY DROP')
const baseUrl = process.env['SUI_RPC_URL'] ?? 'https://fullnode.testnet.sui.io:443'
const client = new SuiGrpcClient({ network: 'testnet', baseUrl })
const wallet = new Ed25519Keypair()
const senderAddress = wallet.toSuiAddress()

async function post<Body>(path: string, body: object): Promise<Body> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${server}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Body
}

interface Claimed {
  readonly claimParams: {
    readonly amount: string
    readonly nonce: string
    readonly expiry: string
    readonly signature: string
  }
  readonly dropInfo: { readonly dropObjectId: string; readonly packageId: string; readonly coinType: string }
}

interface Answer {
  readonly data: { readonly claimDrop: Claimed | null } | null
  readonly errors?: readonly { readonly message: string }[]
}

const query = `mutation ($input: ClaimDropInput!) {
  claimDrop(input: $input) { claimParams { amount nonce expiry signature } dropInfo { dropObjectId packageId coinType } }
}`
const variables = { input: { dropId, userAddress: senderAddress } }
const { data, errors } = await post<Answer>('/graphql', { query, variables })
if (!data?.claimDrop) throw new Error(errors?.[0]?.message)
const { claimParams, dropInfo } = data.claimDrop

const claim = new Transaction()
claim.moveCall({
  target: `${dropInfo.packageId}::drop::claim`,
  typeArguments: [dropInfo.coinType],
  arguments: [
    claim.object(dropInfo.dropObjectId),
    claim.pure.address(senderAddress),
    claim.pure.u64(claimParams.amount),
    claim.pure.u64(claimParams.nonce),
    claim.pure.u64(claimParams.expiry),
    claim.pure.vector('u8', fromBase64(claimParams.signature)),
    claim.object.clock(),
  ],
})
// Without sender and gas: the service adds both, and signs as the payer of the gas.
const transactionKindBytes = toBase64(await claim.build({ client, onlyTransactionKind: true }))
const sponsored = await post<{ transactionBytes: string; sponsorSignature: string }>(
  `/drops/${dropId}/sponsor`,
  { senderAddress, transactionKindBytes },
)
const transaction = fromBase64(sponsored.transactionBytes)
const { signature } = await wallet.signTransaction(transaction)
await client.executeTransaction({ transaction, signatures: [signature, sponsored.sponsorSignature] })
const { balance } = await client.getBalance({ owner: senderAddress, coinType: dropInfo.coinType })
console.log(`sponsored: ${balance.balance}`)
