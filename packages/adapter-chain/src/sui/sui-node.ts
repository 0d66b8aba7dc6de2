import { type Address, type Amount, amountOf } from '@dropkit/core'
import { decodeSuiPrivateKey, type Signer } from '@mysten/sui/cryptography'
import { type GrpcTypes, RpcError, SuiGrpcClient } from '@mysten/sui/grpc'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { normalizeSuiAddress } from '@mysten/sui/utils'

export interface NodeAddress {
  /** The gRPC-Web URL of a full node. */
  readonly rpcUrl: string
  /** `mainnet`, `testnet`, `devnet`, `localnet`, or any other name. */
  readonly network: string
}

/** Sends no request before the first use. */
export const connectToNode = ({ rpcUrl, network }: NodeAddress): SuiGrpcClient =>
  // The transport decodes the text format one character at a time.
  new SuiGrpcClient({ network, baseUrl: rpcUrl, format: 'binary', fetch: fetchFromNode })

/** The largest answer that is read, in bytes. Anyone can write a transaction with 65 MB of events for about 1 SUI. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024
const TOO_LARGE = `the answer is larger than ${MAX_ANSWER_BYTES} bytes`

/**
 * A node answers with HTTP 200 or with a gRPC status; any other answer comes from a proxy before the node. Without this
 * check, the transport would read the 404 of a proxy as the node's answer that a transaction does not exist. It would also
 * report a failed connection as INTERNAL, like an error of a node that is up.
 */
const fetchFromNode: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init)
    if (response.status === 429) {
      await response.body?.cancel()
      const retryAfter = response.headers.get('retry-after')
      throw new RpcError('HTTP 429', 'RESOURCE_EXHAUSTED', retryAfter ? { 'retry-after': retryAfter } : {})
    }
    // The whole body is read here, so that a connection that is cut in the middle counts as failed, too.
    if (response.ok || response.headers.has('grpc-status'))
      return new Response(await readBody(response), response)
    await response.body?.cancel()
    throw new Error(`HTTP ${response.status}`)
  } catch (error) {
    if (error instanceof RpcError || init?.signal?.aborted) throw error
    throw new RpcError(error instanceof Error ? error.message : String(error), 'UNAVAILABLE')
  }
}

/** The body as one chunk, because the transport copies all bytes again for each chunk. */
async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  // Leaving the loop closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length
    // INTERNAL, because the node works: other requests go on.
    if (size > MAX_ANSWER_BYTES) throw new RpcError(TOO_LARGE, 'INTERNAL')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The node's answer is too large to be read. */
export const isTooLarge = (error: unknown): boolean =>
  error instanceof RpcError && error.message === TOO_LARGE

/**
 * The account of a private key in the form `suiprivkey1…`. Throws if the key is invalid, without repeating it in the
 * message.
 */
export function signerFromKey(key: string): Signer {
  const { scheme, secretKey } = decodeSuiPrivateKey(key)
  switch (scheme) {
    case 'ED25519':
      return Ed25519Keypair.fromSecretKey(secretKey)
    case 'Secp256k1':
      return Secp256k1Keypair.fromSecretKey(secretKey)
    case 'Secp256r1':
      return Secp256r1Keypair.fromSecretKey(secretKey)
    default:
      throw new Error(`a key of the scheme ${scheme} cannot sign by itself`)
  }
}

/** Normalizes an address that the node returned. */
export const addressOf = (text: string): Address => normalizeSuiAddress(text) as Address

/** Reads a u64 in the form that BCS and the node use. */
export const amountFrom = (text: string | bigint): Amount => amountOf(BigInt(text))

export const instantOf = ({ seconds, nanos }: NonNullable<GrpcTypes.ExecutedTransaction['timestamp']>) =>
  Number(seconds) * 1_000 + Math.floor(nanos / 1_000_000)

/** Returns a field that was requested from the node. Throws a retryable error if it is missing from the answer. */
export function given<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new RpcError(`the node does not say ${name}`, 'DATA_LOSS')
  return value
}

/** The package of a type. */
export const packageOf = (type: string): Address => addressOf(type.slice(0, Math.max(0, type.indexOf('::'))))

/** The node answered that the requested thing does not exist. */
export const isNotFound = (error: unknown): boolean => error instanceof RpcError && error.code === 'NOT_FOUND'

/** The same, including names that cannot exist (for example, a type in a package that is not published). */
export const isUnknownName = (error: unknown): boolean =>
  isNotFound(error) || (error instanceof RpcError && error.code === 'INVALID_ARGUMENT')

/** The node has pruned the requested part of the ledger. */
export const isPruned = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'OUT_OF_RANGE'

/** The node still has the requested transaction, but has pruned an object that it needs to show it. */
export const isObjectPruned = (error: unknown): boolean =>
  error instanceof RpcError && error.code === 'INTERNAL' && /fetch .*object/i.test(error.message)

/** Returns the answer, or null if it fails with an error for which `isNone` is true. */
export async function orNull<T>(
  answer: PromiseLike<T>,
  isNone: (error: unknown) => boolean,
): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (isNone(error)) return null
    throw error
  }
}
