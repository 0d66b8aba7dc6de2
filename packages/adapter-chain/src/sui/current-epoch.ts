import { type ChainAnswer, type Instant, ok } from '@dropkit/core'
import type { SuiContext } from './sui-context.ts'
import { given } from './sui-node.ts'

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
