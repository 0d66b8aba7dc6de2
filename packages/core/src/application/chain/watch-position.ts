import type { Address } from '../../domain/address.ts'
import type { Instant } from '../../domain/instant.ts'

/** A vault whose events could not be dealt with: they are read again from `cursor` on, apart from the others. */
export interface AsideVault {
  readonly vault: Address
  readonly cursor: string | null
  /** How many events of all vaults the watcher has read since `cursor`. */
  readonly behind: number
  /** How often it has failed in a row. */
  readonly attempts: number
  readonly retryAt: Instant
}

/** How far the watcher has read the chain's claim events; kept with its job. */
export interface WatchPosition {
  readonly cursor: string | null
  readonly aside: readonly AsideVault[]
}

const PREFIX = 'aside:'

/** A position without vaults that are aside is the cursor alone. */
export function readPosition(memo: string | null): WatchPosition {
  if (!memo?.startsWith(PREFIX)) return { cursor: memo, aside: [] }
  return JSON.parse(memo.slice(PREFIX.length)) as WatchPosition
}

export const writePosition = (position: WatchPosition): string | null =>
  position.aside.length === 0 ? position.cursor : `${PREFIX}${JSON.stringify(position)}`

/** Up to where the events of one vault have been dealt with. */
export const cursorOf = ({ cursor, aside }: WatchPosition, vault: Address): string | null =>
  (aside.find((one) => one.vault === vault) ?? { cursor }).cursor
