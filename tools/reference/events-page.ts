import { EVENT_TYPES, type EventType } from '@dropkit/core'
import { isForAudience, webhookBody } from '@dropkit/core/internal'
import { isEnumType } from 'graphql'
import ts from 'typescript'
import {
  CLAIM_EVENTS,
  PAYMENT_EVENTS,
} from '../../packages/adapter-graphql/src/resolvers/subscriptions/subscriptions.ts'
import { EVENT_EXAMPLES } from './event-examples.ts'
import { code, heading, json, link, list, type Page, parts, SAMPLE_AT, slugOf, table } from './markdown.ts'
import { anchorOfType, schema, sourceFile, sourceProgram } from './type-tables.ts'

const AREAS: { readonly [Area in AreaOf<EventType>]: string } = {
  drop: 'Drops',
  lottery: 'Lotteries',
  claim: 'Claims',
  payment: 'Payments',
  refund: 'Refunds',
  token: 'Tokens',
  gating: 'Gating',
  webhook: 'Webhooks',
}
type AreaOf<Type extends EventType> = Type extends `${infer Area}.${string}` ? Area : never

export const eventsPage: Page = {
  file: 'events.md',
  title: 'Events',
  about: 'All events of the log, subscriptions and webhooks.',
  text: () => {
    const described = describedEvents()
    return parts(
      `A webhook receives ${code('{type, timestamp, data}')}, as in the examples. In GraphQL, ${code('data')} is ${code('details')} of an ${link(code('Event'), 'operations.md#type-event')}. ${link(code('events'), 'operations.md#query-events')} and ${link(code('eventStream'), 'operations.md#subscription-eventstream')} return every event to the owner of the object and to the user who caused it. Each section lists where else the event appears.`,
      list(
        Object.entries(AREAS).map(
          ([area, title]) =>
            `${link(title, `#${slugOf(title)}`)}: ${typesOf(area)
              .map((type) => link(code(type), `#${slugOf(type)}`))
              .join(', ')}`,
        ),
      ),
      heading(2, 'Formats'),
      "Digits: a whole number as a string of decimal digits, in base units or in a currency's smallest unit. A question mark marks optional fields. Later releases may add fields: ignore those that you do not know.",
      ...Object.entries(AREAS).flatMap(([area, title]) => [
        heading(2, title),
        ...typesOf(area).map((type) => eventSection(type, described.get(type))),
      ]),
    )
  },
}

const typesOf = (area: string): readonly EventType[] =>
  EVENT_TYPES.filter((type) => type.startsWith(`${area}.`))

interface DescribedEvent {
  readonly meaning: string
  readonly fields: readonly (readonly string[])[]
}

function eventSection(type: EventType, described: DescribedEvent | undefined): string {
  if (!described || described.meaning === '') throw new Error(`event-data.ts does not say when ${type} comes`)
  const example = webhookBody({ type, at: SAMPLE_AT, data: EVENT_EXAMPLES[type] })
  return parts(
    heading(3, code(type)),
    described.meaning,
    table(['Field', 'Type', 'Meaning'], described.fields),
    `Sent to: ${tellers(type).join(', ')}.`,
    json(example),
  )
}

function tellers(type: EventType): readonly string[] {
  const subscription = (name: string) => link(code(name), `operations.md#subscription-${name.toLowerCase()}`)
  const claims: readonly string[] = CLAIM_EVENTS
  return [
    // A test event is only sent to the tested webhook.
    type === 'webhook.test'
      ? `${link(code('testWebhook'), 'operations.md#mutation-testwebhook')} only`
      : 'webhooks',
    ...('dropId' in EVENT_EXAMPLES[type]
      ? [`${subscription('dropUpdates')}${isForAudience('everyone', type) ? '' : " of the drop's owner"}`]
      : []),
    ...(claims.includes(type) ? [subscription('claimNotifications')] : []),
    ...(PAYMENT_EVENTS.includes(type) ? [subscription('paymentUpdates')] : []),
  ]
}

/** The members of `EventData` with their comments. */
function describedEvents(): ReadonlyMap<string, DescribedEvent> {
  const checker = sourceProgram().getTypeChecker()
  const alias = sourceFile('packages/core/src/domain/event-data.ts').statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === 'EventData',
  )
  if (!alias) throw new Error('event-data.ts has no EventData')
  const events = checker.getTypeAtLocation(alias).getProperties()
  return new Map(
    events.map((event) => {
      const fields = checker.getTypeOfSymbol(event).getProperties()
      return [event.name, { meaning: wordsOf(checker, event), fields: fields.map(rowOf(checker)) }]
    }),
  )
}

const wordsOf = (checker: ts.TypeChecker, symbol: ts.Symbol): string =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim()

/** The type of an event's field, in a language-independent notation. */
function shownType(checker: ts.TypeChecker, node: ts.TypeNode): string {
  if (ts.isUnionTypeNode(node)) return node.types.map((one) => shownType(checker, one)).join(' or ')
  if (ts.isTypeOperatorNode(node)) return shownType(checker, node.type)
  if (ts.isArrayTypeNode(node)) return `list of ${shownType(checker, node.elementType)}`
  if (ts.isTypeReferenceNode(node)) {
    const name = node.typeName.getText()
    if (name === 'Digits') return link('digits', '#formats')
    const shown = schema.getType(name)
    if (shown && isEnumType(shown)) return link(code(name), `operations.md#${anchorOfType(shown)}`)
  }
  const words: { readonly [text: string]: string } = {
    string: 'text',
    number: 'number',
    boolean: 'boolean',
    null: 'null',
  }
  return words[node.getText()] ?? shownStructure(checker, node)
}

/** The possible words, or the fields of an object. */
function shownStructure(checker: ts.TypeChecker, node: ts.TypeNode): string {
  const type = checker.getTypeAtLocation(node)
  const members = type.isUnion() ? type.types : [type]
  if (members.every((member) => member.isStringLiteral()))
    return members.map((member) => code(member.isStringLiteral() ? member.value : '')).join(' or ')
  const fields = type.getProperties().map(({ name }) => name)
  if (fields.length === 0) throw new Error(`no words for the type ${node.getText()}`)
  return code(`{${fields.join(', ')}}`)
}

const rowOf =
  (checker: ts.TypeChecker) =>
  (field: ts.Symbol): readonly string[] => {
    const [declaration] = field.declarations ?? []
    if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type)
      throw new Error(`${field.name} of an event has no type`)
    const mark = declaration.questionToken ? '?' : ''
    return [code(`${field.name}${mark}`), shownType(checker, declaration.type), wordsOf(checker, field)]
  }
