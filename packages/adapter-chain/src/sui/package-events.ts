import type { Address, Amount } from '@dropkit/core'
import { normalizeType, unreachable } from '@dropkit/core/internal'
import type { GrpcTypes } from '@mysten/sui/grpc'
import { ClaimedLayout, FundedLayout, OpenedLayout, OpenedPiecesLayout, PaidLayout } from './move-layouts.ts'
import { piecesTypeOf } from './read-objects.ts'
import { addressOf, amountFrom, given, packageOf } from './sui-node.ts'

/**
 * The events of the package `dropkit`. Only its modules can emit them, because Move lets no other module emit their types.
 */
export type PackageEvent =
  | {
      readonly kind: 'opened'
      readonly dropObjectId: Address
      readonly coinType: string
      readonly deposited: Amount
    }
  | { readonly kind: 'funded'; readonly dropObjectId: Address; readonly amount: Amount }
  | {
      readonly kind: 'claimed'
      readonly dropObjectId: Address
      readonly claimer: Address
      readonly amount: Amount
      readonly nonce: number
      /** The type of the claimed coin or pieces. */
      readonly coinType: string
    }
  | {
      readonly kind: 'paid'
      readonly recipient: Address
      readonly coinType: string
      readonly amount: Amount
      /** Null if it is not readable text. */
      readonly reference: string | null
    }

const NAMES = [
  'drop::Opened',
  'drop::Funded',
  'drop::Claimed',
  'nft_drop::Opened',
  'nft_drop::Claimed',
  'payment::Paid',
] as const

type EventName = (typeof NAMES)[number]

/** For a filter: the claim events of any coin. */
export const claimedTypesOf = (packageId: Address): readonly string[] => [
  `${packageId}::drop::Claimed`,
  `${packageId}::nft_drop::Claimed`,
]

/** For a filter: the events of payments in any coin. */
export const paidTypeOf = (packageId: Address): string => `${packageId}::payment::Paid`

/** Address, module and name, and the text between the angle brackets. */
const EVENT_TYPE = /^0x[0-9a-f]+::(\w+::\w+)(?:<(.*)>)?$/i

/** The events of the package among these that are used here. */
export const packageEventsIn = (
  events: readonly GrpcTypes.Event[],
  packageId: Address,
): readonly PackageEvent[] => events.flatMap((event) => readPackageEvent(event, packageId) ?? [])

/** Null if the event is not of the package, or is not used here. */
function readPackageEvent(event: GrpcTypes.Event, packageId: Address): PackageEvent | null {
  const eventType = given(event.eventType, 'the type of an event')
  const [, named, parameter] = EVENT_TYPE.exec(eventType) ?? []
  const name = NAMES.find((known) => known === named)
  if (name === undefined || packageOf(eventType) !== packageId) return null
  // Anyone may open a vault of a type such as `u64`. No coin can be deposited there, but its events must not fail.
  const type = normalizeType(given(parameter, 'what an event is generic over')) ?? parameter ?? ''
  const coinType = name.startsWith('nft_drop::') ? piecesTypeOf(packageId, type) : type
  return readContents(name, coinType, given(event.contents?.value, 'the contents of an event'))
}

function readContents(name: EventName, coinType: string, bytes: Uint8Array): PackageEvent | null {
  switch (name) {
    case 'drop::Opened': {
      const { drop_id, deposited } = OpenedLayout.parse(bytes)
      return { kind: 'opened', dropObjectId: addressOf(drop_id), coinType, deposited: amountFrom(deposited) }
    }
    case 'nft_drop::Opened': {
      const { drop_id, supply } = OpenedPiecesLayout.parse(bytes)
      return { kind: 'opened', dropObjectId: addressOf(drop_id), coinType, deposited: amountFrom(supply) }
    }
    case 'drop::Funded': {
      const { drop_id, amount } = FundedLayout.parse(bytes)
      return { kind: 'funded', dropObjectId: addressOf(drop_id), amount: amountFrom(amount) }
    }
    case 'drop::Claimed':
    case 'nft_drop::Claimed': {
      const { drop_id, claimer, amount, nonce } = ClaimedLayout.parse(bytes)
      // Anyone may open their own vault with this package. A nonce that a number cannot hold is not one of ours.
      if (!Number.isSafeInteger(Number(nonce))) return null
      return {
        kind: 'claimed',
        dropObjectId: addressOf(drop_id),
        claimer: addressOf(claimer),
        amount: amountFrom(amount),
        nonce: Number(nonce),
        coinType,
      }
    }
    case 'payment::Paid': {
      const { recipient, amount, reference } = PaidLayout.parse(bytes)
      return {
        kind: 'paid',
        recipient: addressOf(recipient),
        coinType,
        amount: amountFrom(amount),
        reference: readable(Uint8Array.from(reference)),
      }
    }
    default:
      return unreachable(name)
  }
}

const LONGEST_REFERENCE = 500
const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns the text, or null if it is too long or not readable. Any sender may write any bytes there. */
function readable(bytes: Uint8Array): string | null {
  if (bytes.length > LONGEST_REFERENCE) return null
  try {
    const text = decoder.decode(bytes)
    return /\p{Cc}/u.test(text) ? null : text
  } catch {
    return null
  }
}
