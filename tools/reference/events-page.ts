import { EVENT_TYPES, type EventType, webhookBody } from '@dropkit/core'
import ts from 'typescript'
import {
  CLAIM_EVENTS,
  PAYMENT_EVENTS,
} from '../../packages/adapter-graphql/src/resolvers/subscriptions/subscriptions.ts'
import { EVENT_EXAMPLES } from './event-examples.ts'
import { code, heading, json, link, list, type Page, parts, slugOf, table } from './markdown.ts'
import { SAMPLE_AT } from './samples.ts'
import { shownType } from './shown-type.ts'
import { sourceFile, sourceProgram } from './source-program.ts'

const AREAS: { readonly [Area in AreaOf<EventType>]: string } = {
  drop: 'Drops',
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
  about: 'What happens, as it is logged, told to subscribers and sent to webhooks.',
  text: () => {
    const described = describedEvents()
    return parts(
      `A webhook is sent ${code('{type, timestamp, data}')}, as the examples show. In GraphQL ${code('data')} is ${code('details')} of an ${link(code('Event'), 'operations.md#type-event')}. Every event is in ${link(code('events'), 'operations.md#query-events')} and ${link(code('eventStream'), 'operations.md#subscription-eventstream')} for the owner of what it happened to and for whoever did it. What else tells of it stands with each.`,
      list(
        Object.entries(AREAS).map(
          ([area, title]) =>
            `${link(title, `#${slugOf(title)}`)}: ${typesOf(area)
              .map((type) => link(code(type), `#${slugOf(type)}`))
              .join(', ')}`,
        ),
      ),
      heading(2, 'How values are written'),
      "Digits are a whole number in decimal digits, as a text: an amount in base units, or in a currency's smallest unit. Fields that may be missing are marked with a question mark. An event may come to have more fields: pass over those that you do not know.",
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
    table(['field', 'type', 'meaning'], described.fields),
    `Told by: ${tellers(type).join(', ')}.`,
    json(example),
  )
}

function tellers(type: EventType): readonly string[] {
  const subscription = (name: string) => link(code(name), `operations.md#subscription-${name.toLowerCase()}`)
  const claims: readonly string[] = CLAIM_EVENTS
  return [
    // A test is sent at once to the one webhook that is tried.
    type === 'webhook.test'
      ? `${link(code('testWebhook'), 'operations.md#mutation-testwebhook')} alone`
      : 'webhooks',
    ...('dropId' in EVENT_EXAMPLES[type] ? [subscription('dropUpdates')] : []),
    ...(claims.includes(type) ? [subscription('claimNotifications')] : []),
    ...(PAYMENT_EVENTS.includes(type) ? [subscription('paymentUpdates')] : []),
  ]
}

/** The members of `EventData`, with what is written beside them. */
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

const rowOf =
  (checker: ts.TypeChecker) =>
  (field: ts.Symbol): readonly string[] => {
    const [declaration] = field.declarations ?? []
    if (!declaration || !ts.isPropertySignature(declaration) || !declaration.type)
      throw new Error(`${field.name} of an event has no type`)
    const mark = declaration.questionToken ? '?' : ''
    return [code(`${field.name}${mark}`), shownType(checker, declaration.type), wordsOf(checker, field)]
  }
