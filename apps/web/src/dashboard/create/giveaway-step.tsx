import { Stack, Textarea, TextInput } from '@mantine/core'
import { DropPicture } from '../../components/drop-picture.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { inCreate } from '../../words/messages/create.ts'
import { FIELD_LABELS, MAX_TITLE_LENGTH } from '../drop-fields/field-labels.ts'
import { AwardFields } from './award-fields.tsx'
import { HowOftenFields } from './how-often-fields.tsx'
import { ShortcodeField } from './shortcode-field.tsx'
import type { StepProps } from './step-props.ts'

/** The drop's title and picture, and the amount of a claim. */
export function GiveawayStep(props: StepProps) {
  const { form, change, faults } = props
  return (
    <Stack gap="lg">
      <TextInput
        label={FIELD_LABELS.title}
        dir="auto"
        placeholder={inCreate('springDrop')}
        required
        maxLength={MAX_TITLE_LENGTH}
        value={form.title}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={faults['title']}
      />
      <ShortcodeField {...props} />
      <Textarea
        label={FIELD_LABELS.description}
        dir="auto"
        placeholder={inCreate('whatItIsFor')}
        autosize
        minRows={2}
        maxRows={8}
        value={form.description}
        onChange={(event) => change({ description: event.currentTarget.value })}
        error={faults['description']}
      />
      <PictureField
        label={FIELD_LABELS.picture}
        description={inCreate('withoutOnePictureIs')}
        imageUrl={form.imageUrl}
        maxEdgePx={1280}
        onChange={(imageUrl) => change({ imageUrl })}
        preview={<DropPicture id={form.title || 'new'} imageUrl={form.imageUrl} />}
        error={faults['imageUrl']}
      />
      <AwardFields {...props} />
      <HowOftenFields {...props} />
    </Stack>
  )
}
