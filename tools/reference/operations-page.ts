import { isScalarType } from 'graphql'
import { OPEN_TO_VISITORS } from '../../packages/adapter-graphql/src/execution/visitor-rules.ts'
import {
  EXPECTED,
  type Expected,
  type World,
} from '../../packages/adapter-graphql/test/authorization-table.ts'
import { codesOfOperations } from './codes-of-operations.ts'
import { exampleOf } from './example-of-operation.ts'
import { code, fence, heading, json, link, list, type Page, parts, slugOf } from './markdown.ts'
import {
  inputTable,
  linkToType,
  type Operation,
  rootTypes,
  type SchemaArea,
  schemaAreas,
  typeSection,
} from './type-tables.ts'

type CodesOf = ReturnType<typeof codesOfOperations>

export const operationsPage: Page = {
  file: 'operations.md',
  title: 'Operations',
  about: 'All queries, mutations, subscriptions and types of the GraphQL API.',
  text: () => {
    const codesOf = codesOfOperations()
    const areas = schemaAreas().filter(({ operations }) => operations.length > 0)
    return parts(
      `Send queries and mutations by POST to ${code('/graphql')}, and subscriptions over a WebSocket at the same address (${code('graphql-transport-ws')}). Authenticate with ${code('Authorization: Bearer')} and an API key or session token. With an ${code('Idempotency-Key')} header, a repeated mutation has its effect once and returns the first answer.`,
      list(
        Object.entries(rootTypes).map(([kind, { name, description }]) => {
          if (!description) throw new Error(`${name} has no description in the schema`)
          return `${kind}: ${description}`
        }),
      ),
      `Every request can fail with ${GENERAL.map(linkToCode).join(', ')}. Each operation lists its further codes. ${code('checkEligibility')} and ${code('checkGatingEligibility')} return most of theirs as the reason in their result.`,
      list(areas.map(contentsOf)),
      ...areas.map((area) => areaSection(area, codesOf)),
      heading(2, 'Scalars'),
      ...schemaAreas().flatMap(({ types }) => types.filter(isScalarType).map(typeSection)),
    )
  },
}

const GENERAL = [
  'UNAUTHENTICATED',
  'BAD_USER_INPUT',
  'QUERY_TOO_COMPLEX',
  'PAYLOAD_TOO_LARGE',
  'RATE_LIMITED',
  'OVERLOADED',
  'INTERNAL',
  'IDEMPOTENCY_KEY_REUSED',
  'IDEMPOTENCY_IN_PROGRESS',
]

const linkToCode = (name: string): string => link(code(name), `codes.md#${name.toLowerCase()}`)

const headingOf = ({ kind, field }: Operation): string => `${kind} ${code(field.name)}`

const titleOf = ({ name }: SchemaArea): string => {
  const words = name.replaceAll('-', ' ').replace('api', 'API')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const contentsOf = (area: SchemaArea): string =>
  `${link(titleOf(area), `#${slugOf(titleOf(area))}`)}: ${area.operations
    .map((operation) => link(code(operation.field.name), `#${slugOf(headingOf(operation))}`))
    .join(', ')}`

const areaSection = (area: SchemaArea, codesOf: CodesOf): string =>
  parts(
    heading(2, titleOf(area)),
    ...area.operations.map((operation) => operationSection(operation, codesOf)),
    ...area.types.filter((type) => !isScalarType(type)).map(typeSection),
  )

function operationSection(operation: Operation, codesOf: CodesOf): string {
  const { kind, field } = operation
  if (!field.description) throw new Error(`${field.name} has no description in the schema`)
  const { document, variables } = exampleOf(operation)
  const codes: readonly string[] = [...codesOf(kind, field.name)].sort()
  const missed = codesSeen(operation).filter((seen) => !codes.includes(seen))
  if (missed.length > 0) throw new Error(`${field.name} answers ${missed}, which was not found in its code`)
  return parts(
    heading(3, headingOf(operation)),
    field.description,
    inputTable('argument', field.args),
    list([
      `Returns ${linkToType(field.type)}`,
      `Access: ${whoMayAsk(operation)}`,
      ...(codes.length > 0 ? [`Errors: ${codes.map(linkToCode).join(', ')}`] : []),
    ]),
    fence('graphql', document),
    variables ? json(variables) : '',
  )
}

/** A stand-in for the test data that shows which object an operation is called for. */
const NAMES = new Proxy({} as World, { get: (_world, name) => `<${String(name)}>` })

/** Who may call an operation, according to the table of the authorization tests. */
function whoMayAsk({ kind, field }: Operation): string {
  const cases = EXPECTED[`${rootTypes[kind].name}.${field.name}`]
  if (!cases) throw new Error(`the authorization table has no row for ${field.name}`)
  const all = cases.filter((one) => !isAboutDraft(one))
  const drafts = cases.filter(isAboutDraft)
  const restricted = all.filter((one) => !isTheSame(one))
  const [general = null] = restricted
  const sentences = [everyone(kind, field.name)]
  if (general && restricted.length < all.length) sentences.push('Without an argument, it is about their own.')
  else if (general) sentences.splice(0, 1, among(general), visitorsToo(kind, field.name))
  const [draft = null] = drafts.filter((one) => !isTheSame(one))
  if (draft && !(general && sameAnswer(general, draft))) sentences.push(`Of a DRAFT ${lowered(among(draft))}`)
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** The error codes that the authorization tests expect from it. */
const codesSeen = ({ kind, field }: Operation): readonly string[] =>
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

const everyone = (kind: Operation['kind'], name: string): string =>
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
