import { type Address, type Amount, type ChainAnswer, type Instant, ok } from '@dropkit/core'
import type { SuiGrpcClient } from '@mysten/sui/grpc'
import type { GuardedCalls } from './chain-calls.ts'
import type { CompiledPackage } from './coin-template.ts'
import type { SuiContext } from './sui-context.ts'
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

/** How long an answer about the epoch is cached. */
const CACHED_MS = 60_000

export interface Epoch {
  readonly number: bigint
  readonly startsAt: Instant
  /** The epoch does not end earlier. How much later it ends is only known when the next epoch starts. */
  readonly endsAt: Instant
  /** In MIST per unit of gas. It is the same for the whole epoch. */
  readonly gasPrice: bigint
  /** The digest of the network's first checkpoint, in base58. */
  readonly chainId: string
}

export interface CurrentEpoch {
  /** The epoch of the node. The answer may be cached for up to a minute. */
  get(): Promise<ChainAnswer<Epoch>>
  /** The epoch of the node, without the cache. */
  ask(): Promise<ChainAnswer<Epoch>>
}

export function createCurrentEpoch({
  client,
  calls,
  machineNow,
}: Pick<SuiContext, 'client' | 'calls' | 'machineNow'>): CurrentEpoch {
  let chainId: string | undefined
  let cached: { readonly epoch: Epoch; readonly until: Instant } | undefined

  async function ask(): Promise<ChainAnswer<Epoch>> {
    const asked = await calls.ask('epoch', async (signal) => {
      const [{ systemState }, id] = await Promise.all([
        client.core.getCurrentSystemState({ signal }),
        chainId ?? askForChainId(signal),
      ])
      return { systemState, id }
    })
    if (!asked.ok) return asked
    const { systemState, id } = asked.value
    chainId = id
    const startsAt = Number(systemState.epochStartTimestampMs)
    const epoch: Epoch = {
      number: BigInt(systemState.epoch),
      startsAt,
      endsAt: startsAt + Number(systemState.parameters.epochDurationMs),
      gasPrice: BigInt(systemState.referenceGasPrice),
      chainId: id,
    }
    cached = { epoch, until: Math.min(machineNow() + CACHED_MS, epoch.endsAt) }
    return ok(epoch)
  }

  /** The client's own method caches its promise. If that promise never settled, every later call would wait forever. */
  async function askForChainId(abort: AbortSignal): Promise<string> {
    const { response } = await client.ledgerService.getServiceInfo({}, { abort })
    return given(response.chainId, 'the id of the chain')
  }

  return {
    get: async () => (cached !== undefined && machineNow() < cached.until ? ok(cached.epoch) : ask()),
    ask,
  }
}

/** The time of a checkpoint; null if the node does not have it. */
export async function timeOfCheckpoint(
  { client }: Pick<SuiNode, 'client'>,
  sequenceNumber: bigint,
  abort: AbortSignal,
): Promise<Instant | null> {
  const asked = client.ledgerService.getCheckpoint(
    {
      checkpointId: { oneofKind: 'sequenceNumber', sequenceNumber },
      readMask: { paths: ['summary.timestamp'] },
    },
    { abort },
  ).response
  const answer = await orNull(asked, isNotFound)
  return answer === null
    ? null
    : instantOf(given(answer.checkpoint?.summary?.timestamp, 'the time of a checkpoint'))
}
