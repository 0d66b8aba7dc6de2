import { Stack, Textarea, TextInput } from '@mantine/core'
import { DropPicture } from '../../../components/drop-picture.tsx'
import { PictureField } from '../../../components/picture-field.tsx'
import { claimUrl } from '../../../page/claim-url.ts'
import { inDropSettings } from '../../../words/messages/drop-settings.ts'
import { FIELD_LABELS, MAX_TITLE_LENGTH } from '../../drop-fields/field-labels.ts'
import type { ShownDrop } from '../use-drop.ts'
import type { EditedDrop, FieldFaults } from './drop-changes.ts'

export interface FieldsProps {
  readonly drop: ShownDrop
  readonly form: EditedDrop
  readonly change: (part: Partial<EditedDrop>) => void
  readonly faults: FieldFaults
}

/** The fields for a drop's texts, picture and link. */
export function DetailFields({ drop, form, change, faults }: FieldsProps) {
  return (
    <Stack>
      <TextInput
        label={FIELD_LABELS.title}
        dir="auto"
        value={form.title}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={faults['title']}
      />
      <Textarea
        label={FIELD_LABELS.description}
        dir="auto"
        value={form.description}
        maxLength={5_000}
        autosize
        minRows={3}
        maxRows={10}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={faults['description']}
      />
      <PictureField
        label={FIELD_LABELS.picture}
        imageUrl={form.imageUrl}
        maxEdgePx={1280}
        onChange={(imageUrl) => change({ imageUrl })}
        preview={<DropPicture id={drop.id} imageUrl={form.imageUrl} />}
        error={faults['imageUrl']}
      />
      <TextInput
        label={FIELD_LABELS.shortcode}
        description={inDropSettings('claimurlOldLinkStops', {
          claimUrl: claimUrl({ id: drop.id, shortcode: form.shortcode }),
        })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        styles={{ description: { overflowWrap: 'anywhere' } }}
        value={form.shortcode}
        maxLength={64}
        onChange={(event) => change({ shortcode: event.currentTarget.value })}
        error={faults['shortcode']}
        autoComplete="off"
        spellCheck={false}
      />
    </Stack>
  )
}
