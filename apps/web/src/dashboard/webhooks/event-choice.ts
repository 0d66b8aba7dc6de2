import { EVENT_TYPES, type EventType } from '@dropkit/core'
import { coversEvent } from '@dropkit/core/internal'

/** A test is sent when somebody asks for one, and never else. */
const CHOOSABLE = EVENT_TYPES.filter((type) => type !== 'webhook.test')

const areaOf = (type: EventType): string => type.slice(0, type.indexOf('.'))

/** The events that can be asked for, by what they are about. */
export const EVENT_AREAS: readonly { readonly area: string; readonly types: readonly EventType[] }[] = [
  ...new Set(CHOOSABLE.map(areaOf)),
].map((area) => ({ area, types: CHOOSABLE.filter((type) => areaOf(type) === area) }))

export const isChosen = (patterns: readonly string[], type: EventType): boolean =>
  patterns.some((pattern) => coversEvent(pattern, type))

/** Everything, or nothing. */
export const chooseAll = (isWanted: boolean): readonly string[] => (isWanted ? ['*'] : [])

/** All events of an area, those that are still to be invented too, or none of them. */
export function chooseArea(patterns: readonly string[], area: string, isWanted: boolean): readonly string[] {
  const others = spelledOut(patterns).filter((pattern) => !pattern.startsWith(`${area}.`))
  return isWanted ? [...others, `${area}.*`] : others
}

/** One event more or less; what stood for several is spelled out where it no longer fits. */
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

/** Without the one pattern for everything. */
const spelledOut = (patterns: readonly string[]): readonly string[] =>
  patterns.includes('*') ? EVENT_AREAS.map(({ area }) => `${area}.*`) : patterns
