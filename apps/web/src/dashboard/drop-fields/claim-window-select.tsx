import { NativeSelect } from '@mantine/core'
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
