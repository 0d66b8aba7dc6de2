import { SETTINGS } from './settings.ts'

/** Settings with shorter names are not compared by letter, because too many other names are similar. */
const SHORTEST = 7
const NAMES: readonly string[] = Object.values(SETTINGS).map(({ name }) => name)

/**
 * One sentence for each environment variable whose name resembles a setting. Without this warning, the server would ignore
 * a misspelled `DATABSE_URL` and write to another store.
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

/** True if the names differ by one inserted, deleted or replaced letter, or by two swapped neighboring letters. */
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
