import { EVENT_TYPES, type EventType } from '@dropkit/core'
import { coversEvent } from '@dropkit/core/internal'

/** Test events are sent only on request, so webhooks cannot subscribe to them. */
const CHOOSABLE = EVENT_TYPES.filter((type) => type !== 'webhook.test')

const areaOf = (type: EventType): string => type.slice(0, type.indexOf('.'))

/** The events that a webhook can subscribe to, by area. */
export const EVENT_AREAS: readonly { readonly area: string; readonly types: readonly EventType[] }[] = [
  ...new Set(CHOOSABLE.map(areaOf)),
].map((area) => ({ area, types: CHOOSABLE.filter((type) => areaOf(type) === area) }))

export const isChosen = (patterns: readonly string[], type: EventType): boolean =>
  patterns.some((pattern) => coversEvent(pattern, type))

/** Selects all events, or none. */
export const chooseAll = (isWanted: boolean): readonly string[] => (isWanted ? ['*'] : [])

/** Selects all events of an area, including those that later versions add, or none of them. */
export function chooseArea(patterns: readonly string[], area: string, isWanted: boolean): readonly string[] {
  const others = spelledOut(patterns).filter((pattern) => !pattern.startsWith(`${area}.`))
  return isWanted ? [...others, `${area}.*`] : others
}

/**
 * Adds or removes one event. If a pattern covers an event that is removed, the pattern is replaced by the other events of
 * its area.
 */
export function chooseEvent(
  patterns: readonly string[],
  type: EventType,
  isWanted: boolean,
): readonly string[] {
  if (isChosen(patterns, type) === isWanted) return patterns
  if (isWanted) return [...patterns, type]
  const area = areaOf(type)
  const siblings = EVENT_AREAS.find((one) => one.area === area)?.types ?? []
  return [
    ...chooseArea(patterns, area, false),
    ...siblings.filter((other) => other !== type && isChosen(patterns, other)),
  ]
}

/** Replaces the pattern for all events with one pattern per area. */
const spelledOut = (patterns: readonly string[]): readonly string[] =>
  patterns.includes('*') ? EVENT_AREAS.map(({ area }) => `${area}.*`) : patterns
