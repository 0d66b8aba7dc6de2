import { Alert, Button, List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { TimeField } from '../../components/time-field.tsx'
import { locale } from '../../words/language.ts'
import { inCreate } from '../../words/messages/create.ts'
import { instantOf } from '../drop-fields/read-inputs.ts'
import { ClaimWindowSelect, FIELD_LABELS } from '../drop-fields/term-inputs.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import { indexOf } from './draft.ts'
import { inDollars } from './drop-form.ts'
import { currencyOf } from './form-errors.ts'
import type { StepProps } from './steps.ts'

/** The user's time zone at a time: `Central European Standard Time (Europe/Berlin)`. */
function timeZoneInWords(at: Date): string {
  const format = new Intl.DateTimeFormat(locale, { timeZoneName: 'long' })
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  const { timeZone } = format.resolvedOptions()
  return name === undefined || name === timeZone ? timeZone : `${name} (${timeZone})`
}

/** When the drop opens and ends. */
export function ScheduleStep({ form, change, errors, surroundings }: StepProps) {
  return (
    <Stack gap="lg">
      <ChoiceCards
        label={inCreate('opens')}
        value={form.opening}
        onChange={(opening) => change({ opening })}
        choices={[
          { value: 'now', label: inCreate('atOnce'), explanation: inCreate('asSoonAsYou') },
          { value: 'later', label: inCreate('later'), explanation: inCreate('atTimeThatYou') },
          { value: 'draft', label: inCreate('notYet'), explanation: inCreate('draftThatOnlyYou') },
        ]}
      />
      {form.opening === 'later' ? (
        <TimeField
          label={FIELD_LABELS.startsAt}
          placeholder={inCreate('dayAndTime')}
          required
          value={form.startsAt}
          onChange={(startsAt) => change({ startsAt })}
          error={errors['startsAt']}
          clearable
        />
      ) : null}
      {form.admission === 'LOTTERY' ? (
        <>
          <TimeField
            label={FIELD_LABELS.entriesCloseAt}
            description={inCreate('drawIsFewSeconds')}
            placeholder={inCreate('dayAndTime')}
            required
            value={form.entriesCloseAt}
            onChange={(entriesCloseAt) => change({ entriesCloseAt })}
            error={errors['entriesCloseAt']}
            clearable
          />
          <ClaimWindowSelect
            seconds={form.claimWindowSeconds}
            onChange={(claimWindowSeconds) => change({ claimWindowSeconds })}
            error={errors['claimWindowSeconds']}
          />
        </>
      ) : null}
      <TimeField
        label={FIELD_LABELS.claimDeadline}
        description={inCreate('leaveEmptyToRun')}
        placeholder={inCreate('noEnd')}
        value={form.claimDeadline}
        onChange={(claimDeadline) => change({ claimDeadline })}
        error={errors['claimDeadline']}
        clearable
      />
      <Text size="sm" c="dimmed">
        {inCreate('timesAreInYour', {
          timeZoneInWords: timeZoneInWords(
            form.startsAt === null ? new Date(surroundings.nowMs) : new Date(instantOf(form.startsAt)),
          ),
        })}
      </Text>
    </Stack>
  )
}

/** Whether items are free or sold, and their price. */
export function PriceStep({
  form,
  change,
  errors,
  surroundings,
  onStep,
}: StepProps & { readonly onStep: (step: number) => void }) {
  const { currencies } = surroundings
  const isLottery = form.admission === 'LOTTERY'
  const currency = currencyOf(form, currencies)
  const dollars = currency && inDollars(form.price, currency)
  return (
    <Stack gap="lg">
      <ChoiceCards
        label={inCreate('price')}
        value={form.isPriced ? 'priced' : 'free'}
        onChange={(choice) => change({ isPriced: choice === 'priced' })}
        choices={PRICES.filter(({ value }) => value === 'free' || !isLottery)}
      />
      {isLottery ? (
        <Text size="sm" c="dimmed">
          {inCreate('lotteryIsAlwaysFree')}
        </Text>
      ) : null}
      {form.isPriced ? (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
            <TextInput
              label={FIELD_LABELS.price}
              description={dollars}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              placeholder="2.5"
              required
              inputMode="decimal"
              autoComplete="off"
              value={form.price}
              onChange={(event) => change({ price: event.currentTarget.value })}
              error={errors['price']}
            />
            <NativeSelect
              label={inCreate('currency')}
              data={currencies.map(({ code }) => code)}
              value={currency?.code ?? ''}
              onChange={(event) => change({ currency: event.currentTarget.value })}
              error={errors['currency']}
            />
          </SimpleGrid>
          {errors['items'] === undefined ? null : (
            <Alert color="red" variant="light" role="alert">
              {errors['items']}
              <div>
                <Button
                  mt="xs"
                  size="xs"
                  variant="light"
                  color="red"
                  onClick={() => onStep(indexOf('giveaway'))}
                >
                  {inCreate('sayHowMany')}
                </Button>
              </div>
            </Alert>
          )}
          <Alert variant="light" icon={<IconInfoCircle size={18} />} title={inCreate('howPaymentsWork')}>
            <List size="sm" spacing={4}>
              <List.Item>{inCreate('buyersHave15Minutes')}</List.Item>
              <List.Item>{inCreate('serverFindsPaymentsOn')}</List.Item>
              <List.Item>{inCreate('youCanWithdrawPayments')}</List.Item>
              <List.Item>{inCreate('ifYouCancelDrop')}</List.Item>
            </List>
          </Alert>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {inCreate('freeDropsAllowOne')}
        </Text>
      )}
    </Stack>
  )
}

const PRICES = [
  { value: 'free', label: inCreate('free'), explanation: inCreate('claimersPayNothing') },
  { value: 'priced', label: inCreate('forPrice'), explanation: inCreate('everyItemIsPaid') },
] as const
