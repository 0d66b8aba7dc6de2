import { isScalarType } from 'graphql'
import { codesOfOperations } from './codes-of-operations.ts'
import { exampleOf } from './example-of-operation.ts'
import { code, fence, heading, json, link, list, type Page, parts, slugOf } from './markdown.ts'
import { type Operation, rootTypes, type SchemaArea, schemaAreas } from './schema-areas.ts'
import { inputTable, linkToType, typeSection } from './type-tables.ts'
import { codesSeen, whoMayAsk } from './who-may-ask.ts'

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
