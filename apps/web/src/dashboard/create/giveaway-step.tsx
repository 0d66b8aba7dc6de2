import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { DropPicture } from '../../components/drop-picture.tsx'
import { PictureField } from '../../components/picture-field.tsx'
import { claimUrl } from '../../page/page-data.ts'
import { inCreate } from '../../words/messages/create.ts'
import { ADMISSION_LABELS, FIELD_LABELS, MAX_TITLE_LENGTH } from '../drop-fields/term-inputs.tsx'
import { AwardFields } from './award-fields.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { otherShortcode, shortcodeOf, suggestedShortcode, withAdmission } from './drop-form.ts'
import { shortcodeTakenError } from './form-errors.ts'
import type { StepProps } from './steps.ts'

/** The last part of the drop's link. It is derived from the title until the creator edits it. */
function ShortcodeField({ form, change, errors, surroundings }: StepProps) {
  const shortcode = shortcodeOf(form, surroundings.takenShortcodes)
  // Shown immediately, before the creator tries to continue.
  const error = errors['shortcode'] ?? shortcodeTakenError(form, surroundings)
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
          onClick={() => change({ shortcode: otherShortcode(suggestedShortcode(form.title) || 'drop') })}
        >
          {inCreate('suggestAnother')}
        </Button>
      ) : null}
    </div>
  )
}

/** The drop's title and picture, and the amount of a claim. */
export function GiveawayStep(props: StepProps) {
  const { form, change, errors } = props
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
        error={errors['title']}
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
        error={errors['description']}
      />
      <PictureField
        label={FIELD_LABELS.picture}
        description={inCreate('withoutOnePictureIs')}
        imageUrl={form.imageUrl}
        maxEdgePx={1280}
        onChange={(imageUrl) => change({ imageUrl })}
        preview={<DropPicture id={form.title || 'new'} imageUrl={form.imageUrl} />}
        error={errors['imageUrl']}
      />
      <AwardFields {...props} />
      <HowOftenFields {...props} />
    </Stack>
  )
}

/** How items are assigned if there are too few, and how often a wallet may claim. */
function HowOftenFields({ form, change, errors }: StepProps) {
  const isLottery = form.admission === 'LOTTERY'
  return (
    <>
      <ChoiceCards
        label={FIELD_LABELS.admission}
        value={form.admission}
        onChange={(admission) => change(withAdmission(form, admission))}
        choices={ADMISSIONS}
        error={errors['admission']}
      />
      <ChoiceCards
        label={inCreate('howOften')}
        value={form.claimType}
        onChange={(claimType) => change({ claimType })}
        choices={CLAIM_TYPES.filter(({ value }) => !isLottery || value !== 'STREAK')}
        error={errors['claimType']}
      />
      {form.claimType === 'STREAK' || isLottery ? null : (
        <TextInput
          label={FIELD_LABELS.maxPerWallet}
          description={form.isPriced ? inCreate('leaveEmptyToAllow') : inCreate('leaveEmptyForOne')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          placeholder={form.isPriced ? inCreate('anyNumber') : '1'}
          inputMode="numeric"
          autoComplete="off"
          maw={260}
          value={form.maxPerWallet}
          onChange={(event) => change({ maxPerWallet: event.currentTarget.value })}
          error={errors['maxPerWallet']}
        />
      )}
    </>
  )
}

const ADMISSIONS = [
  {
    value: 'FIRST_COME',
    label: ADMISSION_LABELS.FIRST_COME,
    explanation: inCreate('firstWalletsToClaim'),
  },
  {
    value: 'LOTTERY',
    label: ADMISSION_LABELS.LOTTERY,
    explanation: inCreate('walletsEnterUntilTime'),
  },
] as const

const CLAIM_TYPES = [
  {
    value: 'REGULAR',
    label: inCreate('upToLimit'),
    explanation: inCreate('anyWalletThatMeets'),
  },
  {
    value: 'STREAK',
    label: inCreate('everyDay'),
    explanation: inCreate('oncePerDayUtc'),
  },
  {
    value: 'ELITE',
    label: inCreate('gated'),
    explanation: inCreate('onlyWalletsThatMeet'),
  },
] as const
