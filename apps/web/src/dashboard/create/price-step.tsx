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
  const currency = currencyOf(form, currencies)
  const dollars = currency && inDollars(form.price, currency)
  return (
    <Stack gap="lg">
      <ChoiceCards
        label="Price"
        value={form.isPriced ? 'priced' : 'free'}
        onChange={(choice) => change({ isPriced: choice === 'priced' })}
        choices={[
          { value: 'free', label: 'Free', explanation: 'Claimers pay nothing' },
          {
            value: 'priced',
            label: 'For a price',
            explanation: 'Every item is paid for before it is claimed',
          },
        ]}
      />
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
          <Alert variant="light" icon={<IconInfoCircle size={18} />} title="What happens with a payment">
            <List size="sm" spacing={4}>
              <List.Item>A buyer has 15 minutes to pay; for so long the items are kept for them.</List.Item>
              <List.Item>
                Payments are seen on the chain by themselves. Too little, the wrong coin or a late one is
                yours to approve or to send back.
              </List.Item>
              <List.Item>What has been paid for claimed items you withdraw to your wallet.</List.Item>
              <List.Item>
                If you cancel the drop, everybody gets back what was paid and not claimed.
              </List.Item>
            </List>
          </Alert>
        </>
      ) : (
        <Text size="sm" c="dimmed">
          One wallet, one claim is the rule for free drops, unless you have set another limit.
        </Text>
      )}
    </Stack>
  )
}
