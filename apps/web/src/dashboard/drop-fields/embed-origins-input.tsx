import { Textarea } from '@mantine/core'
import { inForms } from '../../words/messages/forms.ts'
import { FIELD_LABELS } from './field-labels.ts'

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
