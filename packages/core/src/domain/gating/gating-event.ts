import type { Drop } from '../drop.ts'
import { dropEvent, type NewEvent } from '../event.ts'
import type { UserId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import type { GatingConfig } from './gating.ts'

/** `gating.updated`: the drop has these rules now. */
export const gatingEvent = (drop: Drop, gating: GatingConfig, at: Instant, actorId: UserId): NewEvent =>
  dropEvent('gating.updated', drop, at, actorId, {
    gatingConfigId: gating.id,
    isActive: gating.isActive,
    rules: gating.rules.map((rule) => ({ ...rule, value: toldValue(rule.value) })),
  })

/**
 * Events contain values up to this length. Longer values are only in the drop's gating config, because the log keeps every
 * change.
 */
const LONGEST_TOLD_VALUE = 1_000
const SHOWN_OF_LONG_VALUE = 100

const toldValue = (value: string): string =>
  value.length <= LONGEST_TOLD_VALUE
    ? value
    : `${value.slice(0, SHOWN_OF_LONG_VALUE)}… (${value.length} characters)`
