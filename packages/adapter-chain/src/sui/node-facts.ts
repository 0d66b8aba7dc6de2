import type { Address, Amount, ChainAnswer, Instant } from '@dropkit/core'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import type { CompiledPackage } from './compiled-package.ts'
import { isNotFound, orNull } from './refusals-of-node.ts'
import { amountFrom, given, instantOf } from './sui-types.ts'

/** Whom to ask, and how. */
export interface SuiNode {
  readonly client: SuiGrpcClient
  readonly calls: GuardedCalls
}

export interface NodeFacts {
  /** The digest of the network's first checkpoint: no two networks share it. */
  readonly chainId: string
  /** The time of the latest checkpoint that the node has. */
  readonly chainTime: Instant
}

/** What network a node is on, and how far it has come. */
export const nodeFacts = ({ client, calls }: SuiNode): Promise<ChainAnswer<NodeFacts>> =>
  calls.ask('service info', async (abort) => {
    // The client's own method for this keeps the answer, and while it waits for one it waits for ever.
    const { response } = await client.ledgerService.getServiceInfo({}, { abort })
    return {
      chainId: given(response.chainId, 'its chain'),
      chainTime: instantOf(given(response.timestamp, 'its time')),
    }
  })

export type PackageCheck =
  | { readonly kind: 'same' }
  | { readonly kind: 'absent' }
  /** `modules` are those published there that are not ours; none when ours are there and some are missing. */
  | { readonly kind: 'different'; readonly modules: readonly string[] }

/** Whether what is published there is the package that was compiled here, byte for byte. */
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

/** Publishing puts the package's address where the compiler left 32 zeros; this puts them back. */
function asCompiled(module: Uint8Array, packageId: Address): string {
  const digits = packageId.slice(2)
  const hex = Buffer.from(module).toString('hex').replaceAll(digits, '0'.repeat(digits.length))
  return Buffer.from(hex, 'hex').toString('base64')
}

/** How much SUI an account has, in MIST. */
export const gasBalance = ({ client, calls }: SuiNode, owner: Address): Promise<ChainAnswer<Amount>> =>
  calls.ask('gas balance', async (signal) =>
    amountFrom((await client.core.getBalance({ owner, signal })).balance.balance),
  )
