import { NativeSelect, Textarea } from '@mantine/core'
import { inForms } from '../../words/messages/forms.ts'
import { duration } from '../../words/time.ts'
import { FIELD_LABELS } from './field-labels.ts'

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
