import type { Address } from '../../domain/address.ts'
import type { Instant } from '../../domain/instant.ts'

/** A vault whose events could not be handled. They are read again from `cursor` on, separately from the others. */
export interface AsideVault {
  readonly vault: Address
  readonly cursor: string | null
  /** The number of events of all vaults that the watcher has read since `cursor`. */
  readonly behind: number
  /** The number of failures in a row. */
  readonly attempts: number
  readonly retryAt: Instant
}

/** A page of events of which a run has handled only some vaults. */
interface PartialPage {
  /** The number of its events. */
  readonly events: number
  /** The vaults that were handled or put aside. */
  readonly vaults: readonly Address[]
}

/** The watcher's position in the chain's claim events. Stored with its job. */
export interface WatchPosition {
  readonly cursor: string | null
  readonly aside: readonly AsideVault[]
  /** The page after `cursor`, if a run has begun it. */
  readonly page?: PartialPage
}

const PREFIX = 'aside:'

/** A position without vaults aside and between two pages is the cursor alone. */
export function readPosition(memo: string | null): WatchPosition {
  if (!memo?.startsWith(PREFIX)) return { cursor: memo, aside: [] }
  return JSON.parse(memo.slice(PREFIX.length)) as WatchPosition
}

export const writePosition = (position: WatchPosition): string | null =>
  position.aside.length === 0 && position.page === undefined
    ? position.cursor
    : `${PREFIX}${JSON.stringify(position)}`

/** The position up to which the events of one vault were handled. */
export const cursorOf = ({ cursor, aside }: WatchPosition, vault: Address): string | null =>
  (aside.find((one) => one.vault === vault) ?? { cursor }).cursor
