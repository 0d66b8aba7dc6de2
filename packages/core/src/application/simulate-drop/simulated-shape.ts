import { isObject } from '../../domain/json.ts'
import { badInput, type Refusal } from '../../domain/refusal.ts'
import type { DropSimulation } from './drop-simulation.ts'

const OBJECTS = [
  'arrivals',
  'asks',
  'repeats',
  'bots',
  'winners',
  'vouchers',
  'payments',
  'settings',
] as const
const LISTS = ['wallets', 'facts', 'ruleKinds'] as const

/**
 * Finds a value that is not an object, or not a list of objects, where one is required, because the input may come from
 * JSON; undefined if there is none. Their fields are checked afterwards.
 */
export function shapeFault(simulation: DropSimulation): Refusal | undefined {
  if (!isObject(simulation)) return badInput('simulation', 'WRONG_TYPE', 'simulation must be an object')
  const { drop, facts } = simulation
  if (!isObject(drop)) return noObject('drop')
  if (drop.currency !== undefined && !isObject(drop.currency)) return noObject('drop.currency')
  const wrong = OBJECTS.find((name) => simulation[name] !== undefined && !isObject(simulation[name]))
  if (wrong) return noObject(wrong)
  const wrongList = LISTS.find((name) => simulation[name] !== undefined && !areObjects(simulation[name]))
  if (wrongList) return noList(wrongList)
  const place = facts?.findIndex(({ values }) => !areObjects(values)) ?? -1
  return place === -1 ? undefined : noList(`facts[${place}].values`)
}

const areObjects = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const noObject = (field: string): Refusal => badInput(field, 'WRONG_TYPE', `${field} must be an object`)
const noList = (field: string): Refusal => badInput(field, 'WRONG_TYPE', `${field} must be a list of objects`)
