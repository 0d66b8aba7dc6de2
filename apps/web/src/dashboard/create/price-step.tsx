import { Alert, Button, List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { inDollars } from '../../words/dollars.ts'
import { inCreate } from '../../words/messages/create.ts'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { currencyOf } from './form-faults.ts'
import type { StepProps } from './step-props.ts'
import { indexOf } from './use-draft.ts'

/** Whether items are free or sold, and their price. */
export function PriceStep({
  form,
  change,
  faults,
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
              error={faults['price']}
            />
            <NativeSelect
              label={inCreate('currency')}
              data={currencies.map(({ code }) => code)}
              value={currency?.code ?? ''}
              onChange={(event) => change({ currency: event.currentTarget.value })}
              error={faults['currency']}
            />
          </SimpleGrid>
          {faults['items'] === undefined ? null : (
            <Alert color="red" variant="light" role="alert">
              {faults['items']}
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
