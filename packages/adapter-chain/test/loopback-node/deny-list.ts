import { normalizeStructTag, normalizeSuiAddress } from '@mysten/sui/utils'
import type { NodeClock } from './node-clock.ts'

/** The addresses that may not use a regulated coin, by the rules of `0x2::deny_list` (version 2). */
export interface DenyList {
  set(coinType: string, address: string, isDenied: boolean): void
  /** For senders of the coin, a change takes effect immediately. */
  isDeniedSender(coinType: string, address: string): boolean
  /** For receivers of the coin, a change takes effect in the next epoch. */
  isDeniedReceiver(coinType: string, address: string): boolean
}

interface Setting {
  readonly epoch: bigint
  readonly before: boolean
  readonly now: boolean
}

export function createDenyList(clock: NodeClock): DenyList {
  const settings = new Map<string, Setting>()
  const settingOf = (coinType: string, address: string) => settings.get(keyOf(coinType, address))
  const isDeniedReceiver = (coinType: string, address: string): boolean => {
    const setting = settingOf(coinType, address)
    if (setting === undefined) return false
    return clock.epoch() > setting.epoch ? setting.now : setting.before
  }
  return {
    set(coinType, address, isDenied) {
      const before = isDeniedReceiver(coinType, address)
      settings.set(keyOf(coinType, address), { epoch: clock.epoch(), before, now: isDenied })
    },
    isDeniedSender: (coinType, address) => settingOf(coinType, address)?.now ?? false,
    isDeniedReceiver,
  }
}

const keyOf = (coinType: string, address: string): string =>
  `${normalizeSuiAddress(address)} ${normalizeStructTag(coinType)}`
