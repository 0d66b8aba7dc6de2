import { SETTINGS } from './settings.ts'

/** Names with fewer letters are near to too many others. */
const SHORTEST = 7
const NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name)

/**
 * Variables that look like a setting and are none, one sentence each: nothing else would tell that `DATABSE_URL` is
 * passed over and that another store is written to.
 */
export function misspeltSettings(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  const others = Object.keys(environment).filter((name) => environment[name] && !NAMES.includes(name))
  return others.flatMap((name) => {
    const meant = NAMES.find((setting) => environment[setting] === undefined && isNear(name, setting))
    return meant === undefined ? [] : [`${name} is no setting. Is ${meant} meant?`]
  })
}

const letters = (name: string): string => name.replaceAll('_', '').toUpperCase()

function isNear(name: string, setting: string): boolean {
  if (letters(name) === letters(setting)) return true
  return setting.length >= SHORTEST && isOneSlipAway(name, setting)
}

/** One letter too many, too few or another, or two neighbours that changed places. */
function isOneSlipAway(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [left, right] = [one.slice(start), other.slice(start)]
  const swapped = `${left[1] ?? ''}${left[0] ?? ''}${left.slice(2)}`
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.length > 1 && swapped === right)
  )
}
