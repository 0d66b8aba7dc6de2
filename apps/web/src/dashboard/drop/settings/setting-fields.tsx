import { Select, SimpleGrid, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import type {
  Admission,
  ClaimAccess,
  ClaimDelivery,
  HumanCheck,
  Randomness,
} from '../../../api/generated/operations.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { DropPicture } from '../../../components/drop-picture.tsx'
import { PictureField } from '../../../components/picture-field.tsx'
import { TimeField } from '../../../components/time-field.tsx'
import { claimUrl } from '../../../page/page-data.ts'
import { amountInWords, measureOf } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { TIME_ZONE } from '../../drop-fields/read-inputs.ts'
import {
  ACCESS_LABELS,
  ADMISSION_LABELS,
  ClaimWindowSelect,
  DELIVERY_LABELS,
  EmbedOriginsInput,
  FIELD_LABELS,
  HUMAN_CHECKS,
  MAX_TITLE_LENGTH,
  RANDOMNESS_LABELS,
} from '../../drop-fields/term-inputs.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { type EditedDrop, type FieldErrors, lockOf } from './drop-changes.ts'

interface FieldsProps {
  readonly drop: ShownDrop
  readonly form: EditedDrop
  readonly change: (part: Partial<EditedDrop>) => void
  readonly errors: FieldErrors
}

/** The fields for a drop's texts, picture and link. */
export function DetailFields({ drop, form, change, errors }: FieldsProps) {
  return (
    <Stack>
      <TextInput
        label={FIELD_LABELS.title}
        dir="auto"
        value={form.title}
        maxLength={MAX_TITLE_LENGTH}
        onChange={(event) => change({ title: event.currentTarget.value })}
        error={errors['title']}
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
        error={errors['description']}
      />
      <PictureField
        label={FIELD_LABELS.picture}
        imageUrl={form.imageUrl}
        maxEdgePx={1280}
        onChange={(imageUrl) => change({ imageUrl })}
        preview={<DropPicture id={drop.id} imageUrl={form.imageUrl} />}
        error={errors['imageUrl']}
      />
      <TextInput
        label={FIELD_LABELS.shortcode}
        description={inDropTabs('claimurlOldLinkStops', {
          claimUrl: claimUrl({ id: drop.id, shortcode: form.shortcode }),
        })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        styles={{ description: { overflowWrap: 'anywhere' } }}
        value={form.shortcode}
        maxLength={64}
        onChange={(event) => change({ shortcode: event.currentTarget.value })}
        error={errors['shortcode']}
        autoComplete="off"
        spellCheck={false}
      />
    </Stack>
  )
}

const DELIVERY = Object.entries(DELIVERY_LABELS).map(([value, label]) => ({ value, label }))
const RANDOMNESS = Object.entries(RANDOMNESS_LABELS).map(([value, label]) => ({ value, label }))
const ACCESS = Object.entries(ACCESS_LABELS).map(([value, label]) => ({ value, label }))

const ADMISSION = Object.entries(ADMISSION_LABELS).map(([value, label]) => ({ value, label }))

/**
 * Whether a lottery decides who may claim, and its times. They can be changed only while the drop is a draft, because
 * wallets that have entered rely on them.
 */
function LotteryFields({ drop, form, change, errors }: FieldsProps) {
  const isFixed = drop.status !== 'DRAFT'
  return (
    <>
      <Select
        label={FIELD_LABELS.admission}
        description={isFixed ? inDropTabs('canBeChangedOnly') : inDropTabs('inLotteryWalletsEnter')}
        data={ADMISSION}
        value={form.admission}
        onChange={(admission) => admission && change({ admission: admission as Admission })}
        allowDeselect={false}
        disabled={isFixed}
        error={errors['admission'] ?? errors['tokenAmount'] ?? errors['claimType']}
      />
      {form.admission === 'LOTTERY' ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TimeField
            label={FIELD_LABELS.entriesCloseAt}
            description={inDropTabs('walletsCanEnterUntil', { TIME_ZONE })}
            placeholder={inDropTabs('dayAndTime')}
            value={form.entriesCloseAt}
            onChange={(entriesCloseAt) => change({ entriesCloseAt })}
            disabled={isFixed}
            error={errors['entriesCloseAt']}
          />
          <ClaimWindowSelect
            seconds={form.claimWindowSeconds}
            onChange={(claimWindowSeconds) => change({ claimWindowSeconds })}
            disabled={isFixed}
            error={errors['claimWindowSeconds']}
          />
        </SimpleGrid>
      ) : null}
    </>
  )
}

/** The fields for a drop's amounts, access, price and times. */
export function TermFields({ drop, form, change, errors }: FieldsProps) {
  const poolLock = lockOf('maxAmount', drop)
  const supplyLock = lockOf('supply', drop)
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <AmountInput
          label={FIELD_LABELS.pool}
          token={measureOf(drop)}
          value={form.maxAmount}
          onChange={(maxAmount) => change({ maxAmount })}
          disabled={poolLock !== null}
          error={errors['maxAmount']}
        />
        <TextInput
          label={FIELD_LABELS.items}
          placeholder={inDropTabs('untilPoolIsEmpty')}
          inputMode="numeric"
          value={form.supply}
          onChange={(event) => change({ supply: event.currentTarget.value })}
          disabled={supplyLock !== null}
          error={errors['supply']}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {poolLock ?? inDropTabs('neitherCanGoBelow', { amount: amountInWords(drop, drop.claimedAmount) })}
      </Text>
      {form.randomness === null ? null : (
        <Select
          label={FIELD_LABELS.randomness}
          description={
            drop.status === 'DRAFT' ? inDropTabs('publicBeaconNeedsNumber') : inDropTabs('canBeChangedOnly')
          }
          data={RANDOMNESS}
          value={form.randomness}
          onChange={(randomness) => randomness && change({ randomness: randomness as Randomness })}
          allowDeselect={false}
          disabled={drop.status !== 'DRAFT'}
          error={errors['randomness']}
        />
      )}
      <LotteryFields drop={drop} form={form} change={change} errors={errors} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <AmountInput
          label={FIELD_LABELS.price}
          placeholder={inDropTabs('free')}
          description={inDropTabs('whileBuyerHoldsPaid')}
          token={{ symbol: drop.currency, decimals: 0 }}
          value={form.price}
          onChange={(price) => change({ price })}
          error={errors['price']}
        />
        <TextInput
          label={FIELD_LABELS.maxPerWallet}
          placeholder={drop.price === null ? '1' : inDropTabs('anyNumber')}
          description={
            drop.claimType === 'STREAK' ? inDropTabs('streakDropOncePer') : inDropTabs('howOftenWalletMay')
          }
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          inputMode="numeric"
          value={form.maxPerWallet}
          onChange={(event) => change({ maxPerWallet: event.currentTarget.value })}
          error={errors['maxPerWallet']}
        />
        <TimeField
          label={FIELD_LABELS.startsAt}
          description={inDropTabs('claimsNotAcceptedBefore', { TIME_ZONE })}
          placeholder={inDropTabs('atOnce')}
          value={form.startsAt}
          onChange={(startsAt) => change({ startsAt })}
          error={errors['startsAt']}
          clearable
        />
        <TimeField
          label={FIELD_LABELS.claimDeadline}
          description={inDropTabs('claimsNotAcceptedAfter', { TIME_ZONE })}
          placeholder={inDropTabs('noDeadline')}
          value={form.claimDeadline}
          onChange={(claimDeadline) => change({ claimDeadline })}
          error={errors['claimDeadline']}
          clearable
        />
      </SimpleGrid>
      <Select
        label={FIELD_LABELS.claimAccess}
        data={ACCESS}
        value={form.claimAccess}
        onChange={(claimAccess) => claimAccess && change({ claimAccess: claimAccess as ClaimAccess })}
        allowDeselect={false}
        error={errors['claimAccess']}
      />
      <Select
        label={FIELD_LABELS.delivery}
        data={DELIVERY}
        value={form.delivery}
        onChange={(delivery) => delivery && change({ delivery: delivery as ClaimDelivery })}
        allowDeselect={false}
        error={errors['delivery']}
      />
      <Select
        label={FIELD_LABELS.humanCheck}
        data={HUMAN_CHECKS}
        value={form.humanCheck}
        onChange={(humanCheck) => humanCheck && change({ humanCheck: humanCheck as HumanCheck })}
        allowDeselect={false}
        error={errors['humanCheck']}
      />
      <Switch
        label={FIELD_LABELS.isLinkOnly}
        description={inDropTabs('makeLinksUnderLinks')}
        checked={form.isLinkOnly}
        onChange={(event) => change({ isLinkOnly: event.currentTarget.checked })}
        error={errors['isLinkOnly']}
      />
      <EmbedOriginsInput
        value={form.embedOrigins}
        onChange={(embedOrigins) => change({ embedOrigins })}
        error={errors['embedOrigins']}
      />
      <Text size="sm" c="dimmed">
        {inDropTabs('afterFirstClaimYou')}
      </Text>
    </Stack>
  )
}
