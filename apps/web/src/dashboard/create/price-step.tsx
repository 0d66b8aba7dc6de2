import { Alert, Button, List, NativeSelect, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { FIELD_LABELS } from '../drop-fields/field-labels.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { currencyOf } from './form-faults.ts'
import { inDollars } from './in-dollars.ts'
import type { StepProps } from './step-props.ts'
import { indexOf } from './use-draft.ts'

/** Whether items are given away or sold, and for what. */
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
        label="Price"
        value={form.isPriced ? 'priced' : 'free'}
        onChange={(choice) => change({ isPriced: choice === 'priced' })}
        choices={PRICES.filter(({ value }) => value === 'free' || !isLottery)}
      />
      {isLottery ? (
        <Text size="sm" c="dimmed">
          A lottery is always free, because entries cannot be paid for.
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
              label="Currency"
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
                  Say how many
                </Button>
              </div>
            </Alert>
          )}
          <Alert variant="light" icon={<IconInfoCircle size={18} />} title="How payments work">
            <List size="sm" spacing={4}>
              <List.Item>Buyers have 15 minutes to pay. The items are reserved for that time.</List.Item>
              <List.Item>
                The server finds payments on the chain. If a payment is too small, late or in the wrong coin,
                you approve or refund it.
              </List.Item>
              <List.Item>You can withdraw payments for claimed items to your wallet.</List.Item>
              <List.Item>
                If you cancel the drop, buyers are refunded for items they have not claimed.
              </List.Item>
            </List>
          </Alert>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          Free drops allow one claim per wallet, unless you set another limit.
        </Text>
      )}
    </Stack>
  )
}

const PRICES = [
  { value: 'free', label: 'Free', explanation: 'Claimers pay nothing' },
  { value: 'priced', label: 'For a price', explanation: 'Every item is paid for before it is claimed' },
] as const
