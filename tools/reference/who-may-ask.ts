import { OPEN_TO_VISITORS } from '../../packages/adapter-graphql/src/execution/visitor-rules.ts'
import {
  EXPECTED,
  type Expected,
  type World,
} from '../../packages/adapter-graphql/test/authorization-table.ts'
import { type Operation, rootTypes } from './schema-areas.ts'

/** A stand-in for the test data that shows which object an operation is called for. */
const NAMES = new Proxy({} as World, { get: (_world, name) => `<${String(name)}>` })

/** Who may call an operation, according to the table of the authorization tests. */
export function whoMayAsk({ kind, field }: Operation): string {
  const cases = EXPECTED[`${rootTypes[kind].name}.${field.name}`]
  if (!cases) throw new Error(`nobody says who may ask for ${field.name}`)
  const all = cases.filter((one) => !isAboutDraft(one))
  const drafts = cases.filter(isAboutDraft)
  const restricted = all.filter((one) => !isTheSame(one))
  const [general = null] = restricted
  const sentences = [everybody(kind, field.name)]
  if (general && restricted.length < all.length) sentences.push('Without an argument, it is about their own.')
  else if (general) sentences.splice(0, 1, among(general), visitorsToo(kind, field.name))
  const [draft = null] = drafts.filter((one) => !isTheSame(one))
  if (draft && !(general && sameAnswer(general, draft))) sentences.push(`Of a DRAFT ${lowered(among(draft))}`)
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** The error codes that the authorization tests expect from it. */
export const codesSeen = ({ kind, field }: Operation): readonly string[] =>
  (EXPECTED[`${rootTypes[kind].name}.${field.name}`] ?? [])
    .flatMap(({ other, owner }) => [other, owner])
    .flatMap((answer) => (typeof answer === 'object' ? [codeOf(answer.error)] : []))

function codeOf(error: string): string {
  if (error === DENIED) return 'FORBIDDEN'
  return isMissing(error) ? 'NOT_FOUND' : error
}

const DENIED = 'Access denied'

const isAboutDraft = ({ ask }: Expected): boolean => /<draft\w+>|status: DRAFT/.test(ask(NAMES))

/**
 * If the expected error is "not found", the owner of a missing object gets it too, so equal answers do not mean equal
 * rights.
 */
const isTheSame = ({ other, owner }: Expected): boolean =>
  JSON.stringify(other) === JSON.stringify(owner) && !(typeof other === 'object' && isMissing(other.error))

const isMissing = (error: string): boolean => error.endsWith(' not found')

const sameAnswer = (one: Expected, two: Expected): boolean =>
  JSON.stringify(one.other) === JSON.stringify(two.other)

const lowered = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1)

const isOpenToVisitors = (kind: Operation['kind'], name: string): boolean =>
  OPEN_TO_VISITORS[kind].includes(name)

const everybody = (kind: Operation['kind'], name: string): string =>
  isOpenToVisitors(kind, name)
    ? 'Everyone, including anonymous visitors of the web pages.'
    : 'Everyone with a credential.'

const visitorsToo = (kind: Operation['kind'], name: string): string =>
  isOpenToVisitors(kind, name) ? 'Anonymous visitors of the web pages may use it with the public id.' : ''

/** What other users get, who do not own the object. */
function among({ other }: Expected): string {
  if (other === 'empty') return 'Everyone, for their own objects.'
  if (other === 'null') return 'The owner; others get null.'
  if (typeof other !== 'object') throw new Error(`no words for the answer ${other}`)
  if (other.error === DENIED) return 'The owner; others get FORBIDDEN.'
  if (isMissing(other.error)) return 'The owner; others get NOT_FOUND.'
  throw new Error(`no words for the answer ${other.error}`)
}
