import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect } from 'react'
import { ShortcodeTakenDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { claimUrl } from '../../page/claim-url.ts'
import { inCreate } from '../../words/messages/create.ts'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { otherShortcode, shortcodeOf, suggestedShortcode } from './shortcode.ts'
import type { StepProps } from './step-props.ts'

const pick = (below: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % below
}

/** The last part of the drop's link. It is derived from the title until the creator edits it. */
export function ShortcodeField({ form, change, faults, surroundings, onTaken }: StepProps) {
  const shortcode = shortcodeOf(form)
  const [asked] = useDebouncedValue(shortcode, 400)
  const { data } = useRead(ShortcodeTakenDocument, { shortcode: asked }, { enabled: asked !== '' })
  const isFound = data?.dropByShortcode != null
  useEffect(() => {
    if (isFound) onTaken(asked)
  }, [isFound, asked, onTaken])
  // Shown immediately, before the creator tries to continue.
  const isTaken = surroundings.takenShortcodes.includes(shortcode.toLowerCase())
  const error = faults['shortcode'] ?? (isTaken ? inCreate('shortcodeIsTaken', { shortcode }) : undefined)
  return (
    <div>
      <TextInput
        label={FIELD_LABELS.shortcode}
        description={`${claimUrl({ shortcode, id: '' })}${shortcode === '' ? '…' : ''}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder={inCreate('springDrop2')}
        value={shortcode}
        onChange={(event) => change({ shortcode: event.currentTarget.value })}
        error={error}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        styles={{ description: { overflowWrap: 'anywhere' } }}
      />
      {error !== undefined && shortcode !== '' ? (
        <Button
          variant="light"
          size="xs"
          mt={6}
          onClick={() =>
            change({ shortcode: otherShortcode(suggestedShortcode(form.title) || 'drop', pick) })
          }
        >
          {inCreate('suggestAnother')}
        </Button>
      ) : null}
    </div>
  )
}
