import { inCreate } from '../../words/messages/create.ts'
import type { DropForm } from './drop-form.ts'
import type { FormErrors, Surroundings } from './form-errors.ts'

/** The wizard's steps in order. */
export const STEPS = [
  { name: 'token', label: inCreate('token'), title: inCreate('whatDoYouGive') },
  { name: 'giveaway', label: inCreate('giveAway'), title: inCreate('howIsItGiven') },
  { name: 'price', label: inCreate('price'), title: inCreate('whatDoesItCost') },
  { name: 'schedule', label: inCreate('schedule'), title: inCreate('whenCanItBe') },
  { name: 'access', label: inCreate('who'), title: inCreate('whoMayClaim2') },
  { name: 'review', label: inCreate('review'), title: inCreate('isEverythingRight') },
] as const

export type StepName = (typeof STEPS)[number]['name']

/** The step and the form field of each API field. */
const PLACES: Readonly<Record<string, { readonly step: StepName; readonly field: string }>> = {
  existingTokenId: { step: 'token', field: 'token' },
  type: { step: 'token', field: 'token' },
  title: { step: 'giveaway', field: 'title' },
  description: { step: 'giveaway', field: 'description' },
  imageUrl: { step: 'giveaway', field: 'imageUrl' },
  shortcode: { step: 'giveaway', field: 'shortcode' },
  tokenAmount: { step: 'giveaway', field: 'each' },
  randomness: { step: 'giveaway', field: 'randomness' },
  maxAmount: { step: 'giveaway', field: 'pool' },
  supply: { step: 'giveaway', field: 'items' },
  admission: { step: 'giveaway', field: 'admission' },
  claimType: { step: 'giveaway', field: 'claimType' },
  maxPerWallet: { step: 'giveaway', field: 'maxPerWallet' },
  price: { step: 'price', field: 'price' },
  currency: { step: 'price', field: 'currency' },
  startsAt: { step: 'schedule', field: 'startsAt' },
  status: { step: 'schedule', field: 'startsAt' },
  claimDeadline: { step: 'schedule', field: 'claimDeadline' },
  entriesCloseAt: { step: 'schedule', field: 'entriesCloseAt' },
  claimWindowSeconds: { step: 'schedule', field: 'claimWindowSeconds' },
  claimAccess: { step: 'access', field: 'claimAccess' },
  isLinkOnly: { step: 'access', field: 'isLinkOnly' },
  delivery: { step: 'access', field: 'delivery' },
  humanCheck: { step: 'access', field: 'humanCheck' },
  embedOrigins: { step: 'access', field: 'embedOrigins' },
}

/** The step and the form field of an API field. Undefined if the wizard does not have it. */
export function placeOf(apiField: string | undefined): (typeof PLACES)[string] | undefined {
  if (apiField === undefined) return undefined
  const name = apiField.replace(/^input\./, '')
  if (name.startsWith('rules')) return { step: 'access', field: name }
  return Object.hasOwn(PLACES, name) ? PLACES[name] : undefined
}

/** The properties of every step. */
export interface StepProps {
  readonly form: DropForm
  readonly change: (part: Partial<DropForm>) => void
  /** The errors to show now. */
  readonly errors: FormErrors
  readonly surroundings: Surroundings
}
