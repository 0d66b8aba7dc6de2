import { Alert, Box, Button, Group, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { IconDice5 } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { AmountInput } from '../../components/amount-input.tsx'
import { amountInWords, inWholeTokens, measureOf } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { FIELD_LABELS, RANDOMNESS_LABELS } from '../drop-fields/term-inputs.tsx'
import { ChoiceCards } from './choice-cards.tsx'
import classes from './create.module.css'
import { previewDraws, roughly } from './draw-preview.ts'
import { awardTerms, type DropForm, needsItems } from './drop-form.ts'
import type { StepProps } from './steps.ts'

/** The amount of a claim, and the total. */
export function AwardFields({ form, change, errors }: StepProps) {
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
      error={errors['items'] ?? (isFixed ? errors['pool'] : undefined)}
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
          error={errors['randomness']}
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
            error={errors['each']}
          />
        ) : (
          <AmountInput
            label={FIELD_LABELS.pool}
            placeholder="1000"
            required
            value={form.pool}
            onChange={(typed) => change({ pool: typed })}
            token={unit}
            error={errors['pool'] ?? errors['each']}
          />
        )}
        {itemsField}
      </SimpleGrid>
      {isFixed && pool !== undefined && pool > 0n ? (
        <Text size="sm" className="numbers" role="status">
          {inCreate.rich('poolHolds', { amount: () => <b>{amountInWords(form, pool)}</b> })}
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

const freshSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
const utf8 = new TextEncoder()

/** A sample of a random drop's amounts, drawn with the server's algorithm and a seed of this page. */
function DrawHistogram({
  pool,
  items,
  unit,
}: {
  readonly pool: bigint
  readonly items: number | null
  readonly unit: { readonly symbol: string; readonly decimals: number }
}) {
  const [seed, setSeed] = useState(freshSeed)
  const settledPool = useDeferredValue(pool)
  const settledItems = useDeferredValue(items)
  const preview = useMemo(
    () =>
      previewDraws({ pool: settledPool, items: settledItems }, (message) =>
        hmac(sha256, seed, utf8.encode(message)),
      ),
    [settledPool, settledItems, seed],
  )
  if (!preview) return null
  const tallest = Math.max(...preview.bars)
  const amount = (value: bigint) => `${inWholeTokens(roughly(value), unit.decimals)} ${unit.symbol}`
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Text fw={600} size="sm">
          {inCreate('howDrawsMayFall', { count: preview.draws })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDice5 size={16} />}
          onClick={() => setSeed(freshSeed())}
        >
          {inCreate('drawAgain')}
        </Button>
      </Group>
      <div className={classes['bars']} aria-hidden="true">
        {preview.bars.map((height, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            className={classes['bar']}
            style={{ height: `${Math.max(2, (100 * height) / tallest)}%` }}
          />
        ))}
      </div>
      <SimpleGrid cols={3} spacing="xs" mt="sm">
        <Figure label={inCreate('least')} value={amount(preview.least)} />
        <Figure label={inCreate('typical')} value={amount(preview.typical)} />
        <Figure label={inCreate('most')} value={amount(preview.most)} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="sm">
        {items === null ? inCreate('withoutNumberOfItems') : inCreate('drawsAddUpTo')}
      </Text>
    </Paper>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Box miw={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={600} className="numbers">
        {value}
      </Text>
    </Box>
  )
}
