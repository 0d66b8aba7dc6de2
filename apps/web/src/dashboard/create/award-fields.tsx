import { Alert, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { AmountInput } from '../../components/amount-input.tsx'
import { count } from '../../words/amount.ts'
import { amountInWords, measureOf } from '../../words/drop-amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../drop-fields/field-labels.ts'
import { awardTerms, needsItems } from './award-terms.ts'
import { ChoiceCards } from './choice-cards.tsx'
import { DrawHistogram } from './draw-histogram.tsx'
import type { DropForm } from './drop-form.ts'
import type { StepProps } from './step-props.ts'

/** The amount of a claim, and the total. */
export function AwardFields({ form, change, faults }: StepProps) {
  const unit = measureOf(form)
  const { pool, items } = awardTerms(form)
  const isFixed = form.award === 'fixed'
  const areItemsNeeded = needsItems(form)
  const itemsField = (
    <TextInput
      label={areItemsNeeded ? FIELD_LABELS.items : inCreate('itemsIfLimited', { items: FIELD_LABELS.items })}
      description={isFixed ? inCreate('maximumNumberOfClaims') : ITEMS_OF[form.award]}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      placeholder={areItemsNeeded ? '100' : inCreate('untilPoolIsEmpty')}
      required={areItemsNeeded}
      inputMode="numeric"
      autoComplete="off"
      value={form.items}
      onChange={(event) => change({ items: event.currentTarget.value })}
      error={faults['items'] ?? (isFixed ? faults['pool'] : undefined)}
    />
  )
  return (
    <Stack gap="md">
      <ChoiceCards
        label={inCreate('whatClaimGets')}
        value={form.award}
        onChange={(award) => change({ award })}
        choices={KINDS.filter(
          ({ value }) => value !== 'open' || (form.type === 'TOKEN' && form.admission === 'FIRST_COME'),
        )}
      />
      {form.award === 'random' ? (
        <ChoiceCards
          label={FIELD_LABELS.randomness}
          value={form.randomness}
          onChange={(randomness) => change({ randomness })}
          choices={RANDOMNESS}
          error={faults['randomness']}
        />
      ) : null}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        {isFixed ? (
          <AmountInput
            label={inCreate('eachClaimGets')}
            placeholder={form.type === 'NFT' ? '1' : '10'}
            required={form.type === 'TOKEN'}
            value={form.each}
            onChange={(each) => change({ each })}
            token={unit}
            error={faults['each']}
          />
        ) : (
          <AmountInput
            label={FIELD_LABELS.pool}
            placeholder="1000"
            required
            value={form.pool}
            onChange={(typed) => change({ pool: typed })}
            token={unit}
            error={faults['pool'] ?? faults['each']}
          />
        )}
        {itemsField}
      </SimpleGrid>
      {isFixed && pool !== undefined && pool > 0n ? (
        <Text size="sm" className="numbers" role="status">
          {inCreate.rich(unit.decimals > 0 ? 'poolHoldsExactly' : 'poolHolds', {
            amount: () => <b>{amountInWords(form, pool)}</b>,
            count: count(pool),
          })}
        </Text>
      ) : null}
      <PoolWarning form={form} pool={pool} />
      {form.award === 'random' && pool !== undefined && pool > 0n && items !== undefined ? (
        <DrawHistogram pool={pool} items={items} unit={unit} />
      ) : null}
    </Stack>
  )
}

/** A pool that is larger than the token's supply can never be funded. */
function PoolWarning({ form, pool }: { readonly form: DropForm; readonly pool: bigint | undefined }) {
  const { token } = form
  if (token === null || token.isExternal || pool === undefined || pool <= BigInt(token.totalSupply))
    return null
  return (
    <Alert color="yellow" variant="light">
      {inCreate('thisExceedsSupplyName', {
        name: token.name,
        amount: amountInWords(form, token.totalSupply),
      })}
    </Alert>
  )
}

const KINDS = [
  { value: 'fixed', label: inCreate('fixedAmount'), explanation: inCreate('everyClaimGetsSame') },
  {
    value: 'random',
    label: inCreate('random'),
    explanation: inCreate('redPacketEveryClaim'),
  },
  {
    value: 'open',
    label: inCreate('claimersChoose'),
    explanation: inCreate('claimersChooseAmountUntil'),
  },
] as const

// `grinding.test.ts` in core measures the advantage of a dishonest operator, who can compute instant amounts in advance.
const RANDOMNESS = [
  {
    value: 'INSTANT',
    label: RANDOMNESS_LABELS.INSTANT,
    explanation: inCreate('amountsAreKnownAt'),
  },
  {
    value: 'BEACON',
    label: RANDOMNESS_LABELS.BEACON,
    explanation: inCreate('amountsAreKnown5'),
  },
] as const

const ITEMS_OF = {
  random: inCreate('poolIsDividedAmong'),
  open: inCreate('maximumNumberOfClaimsEven'),
} as const
