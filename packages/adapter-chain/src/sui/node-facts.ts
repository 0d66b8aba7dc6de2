import type { Address, Amount, ChainAnswer, Instant } from '@dropkit/core'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import type { CompiledPackage } from './coin-template.ts'
import { amountFrom, given, instantOf, isNotFound, orNull } from './sui-node.ts'

/** A client for a node, and the guard for its calls. */
export interface SuiNode {
  readonly client: SuiGrpcClient
  readonly calls: GuardedCalls
}

export interface NodeFacts {
  /** The digest of the network's first checkpoint. It is unique per network. */
  readonly chainId: string
  /** The time of the latest checkpoint that the node has. */
  readonly chainTime: Instant
}

/** The network of a node, and the time of its latest checkpoint. */
export const nodeFacts = ({ client, calls }: SuiNode): Promise<ChainAnswer<NodeFacts>> =>
  calls.ask('service info', async (abort) => {
    // The client's own method caches its promise. If that promise never settled, every later call would wait forever.
    const { response } = await client.ledgerService.getServiceInfo({}, { abort })
    return {
      chainId: given(response.chainId, 'its chain'),
      chainTime: instantOf(given(response.timestamp, 'its time')),
    }
  })

export type PackageCheck =
  | { readonly kind: 'same' }
  | { readonly kind: 'absent' }
  /** `modules` are the published modules that are not ours. It is empty if ours are published but some are missing. */
  | { readonly kind: 'different'; readonly modules: readonly string[] }

/** Whether the published package is byte for byte the package that was compiled here. */
export const checkPackage = (
  { client, calls }: SuiNode,
  packageId: Address,
  compiled: CompiledPackage,
): Promise<ChainAnswer<PackageCheck>> =>
  calls.ask('package', async (abort): Promise<PackageCheck> => {
    const asked = client.movePackageService.getPackage({ packageId }, { abort })
    const answer = await orNull(asked, isNotFound)
    const published = answer?.response.package?.modules ?? []
    if (published.length === 0) return { kind: 'absent' }
    const ours = new Set(compiled.modules)
    const strange = published.filter(
      ({ contents }) => !ours.has(asCompiled(given(contents, 'bytes'), packageId)),
    )
    return strange.length === 0 && published.length === ours.size
      ? { kind: 'same' }
      : { kind: 'different', modules: strange.map(({ name }) => given(name, "a module's name")) }
  })

/**
 * The compiler leaves 32 zero bytes for the package's address, and publishing replaces them. This function restores the
 * zeros.
 */
function asCompiled(module: Uint8Array, packageId: Address): string {
  const digits = packageId.slice(2)
  const hex = Buffer.from(module).toString('hex').replaceAll(digits, '0'.repeat(digits.length))
  return Buffer.from(hex, 'hex').toString('base64')
}

/** The SUI balance of an account, in MIST. */
export const gasBalance = ({ client, calls }: SuiNode, owner: Address): Promise<ChainAnswer<Amount>> =>
  calls.ask('gas balance', async (signal) =>
    amountFrom((await client.core.getBalance({ owner, signal })).balance.balance),
  )
