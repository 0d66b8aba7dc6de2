import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { ShortcodeTakenDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { pageData } from '../../page/page-data.ts'
import { otherShortcode, suggestedShortcode } from './shortcode.ts'
import type { StepProps } from './step-props.ts'

const pick = (below: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % below
}

/** The end of the drop's link: as it follows from the title, until somebody writes another. */
export function ShortcodeField({ form, change, faults }: StepProps) {
  const shortcode = form.shortcode ?? suggestedShortcode(form.title)
  const [asked] = useDebouncedValue(shortcode, 400)
  const { data } = useRead(ShortcodeTakenDocument, { shortcode: asked }, { enabled: asked !== '' })
  const isTaken = asked === shortcode && data?.dropByShortcode != null
  const error = faults['shortcode'] ?? (isTaken ? `${shortcode} is taken.` : undefined)
  return (
    <div>
      <TextInput
        label="Link"
        description={`${pageData.publicUrl}/d/${shortcode || '…'}`}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        placeholder="spring-drop"
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
          Suggest another
        </Button>
      ) : null}
    </div>
  )
}
