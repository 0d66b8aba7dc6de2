import { NativeSelect, Textarea } from '@mantine/core'
import { inForms } from '../../words/messages/forms.ts'
import { duration } from '../../words/time.ts'

/** The label of each field, for the wizard and the settings. */
export const FIELD_LABELS = {
  title: inForms('title'),
  shortcode: inForms('link'),
  description: inForms('description'),
  picture: inForms('picture'),
  items: inForms('numberOfItems'),
  pool: inForms('pool'),
  randomness: inForms('howAmountsAreDrawn'),
  admission: inForms('ifThereAreToo'),
  entriesCloseAt: inForms('entriesCloseAt'),
  claimWindowSeconds: inForms('winnersMayClaimFor'),
  maxPerWallet: inForms('claimsPerWallet'),
  price: inForms('priceOfItem'),
  startsAt: inForms('opensAt'),
  claimDeadline: inForms('endsAt'),
  claimAccess: inForms('whoClaims'),
  delivery: inForms('whoPaysFees'),
  humanCheck: inForms('keepProgramsOut'),
  isLinkOnly: inForms('onlyPeopleWithClaim'),
  embedOrigins: inForms('embedOrigins'),
} as const

/** Who sends claims to the chain and pays the gas, by `delivery`. */
export const DELIVERY_LABELS = {
  WALLET: inForms('claimersWithTheirWallets'),
  SPONSORED: inForms('serviceIfWalletsSign'),
  SERVER: inForms('serviceWhichSendsEverything'),
} as const

/** The human check that claimers must pass, by `humanCheck`. */
export const HUMAN_CHECK_LABELS = {
  NONE: inForms('noHumanCheck'),
  PROOF_OF_WORK: inForms('proofOfWork'),
  TURNSTILE: inForms('turnstile'),
} as const

export const HUMAN_CHECKS = Object.entries(HUMAN_CHECK_LABELS).map(([value, label]) => ({ value, label }))

/** How random amounts are drawn, by `randomness`. */
export const RANDOMNESS_LABELS = {
  INSTANT: inForms('instant'),
  BEACON: inForms('publicBeacon'),
} as const

/** The API's limit. */
export const MAX_TITLE_LENGTH = 120

/** Who may claim, by `claimAccess`. */
export const ACCESS_LABELS = {
  OPEN: inForms('anyoneAlsoThroughApps'),
  WALLET: inForms('signedInWalletsOnly'),
  OWNER: inForms('onlyMe'),
} as const

/** How items are assigned if there are too few, by `admission`. */
export const ADMISSION_LABELS = {
  FIRST_COME: inForms('firstComeFirstServed'),
  LOTTERY: inForms('lottery'),
} as const

const CHOICES = [900, 3_600, 21_600, 86_400, 259_200, 604_800, 2_592_000]

/** Selects how long the winners of a lottery may claim. */
export const ClaimWindowSelect = ({
  seconds,
  onChange,
  disabled = false,
  error,
}: {
  readonly seconds: number
  readonly onChange: (seconds: number) => void
  readonly disabled?: boolean
  readonly error: string | undefined
}) => (
  <NativeSelect
    label={FIELD_LABELS.claimWindowSeconds}
    description={inForms('whatIsNotClaimed')}
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    // The API accepts any number of seconds, so the current value may not be one of the choices.
    data={[...new Set([...CHOICES, seconds])]
      .toSorted((one, other) => one - other)
      .map((choice) => ({ value: String(choice), label: duration(choice * 1_000) }))}
    value={String(seconds)}
    onChange={(event) => onChange(Number(event.currentTarget.value))}
    disabled={disabled}
    error={error}
  />
)

/** The sites that may show the claim page inside their pages. */
export function EmbedOriginsInput({
  value,
  onChange,
  error,
}: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly error: string | undefined
}) {
  return (
    <Textarea
      label={FIELD_LABELS.embedOrigins}
      description={inForms('embedOriginsWhy')}
      placeholder="https://shop.example"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      autosize
      minRows={1}
      spellCheck={false}
    />
  )
}

/** The origins that a user typed, separated by spaces, commas or new lines. */
export const originsTyped = (text: string): readonly string[] =>
  text.split(/[\s,]+/).filter((origin) => origin !== '')

/** The origins as a user types them. */
export const originsAsText = (origins: readonly string[]): string => origins.join(' ')
