import { ActionIcon, Group, Input, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { Suspense, useId, useState } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { lazyPart } from '../components/lazy-part.ts'
import { StatusBadge } from '../components/status-badge.tsx'
import { claimAmountInWords } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { inWords } from '../words/time.ts'
import ActivityNote from './activity-note.tsx'
import { itemsToPay } from './drop-award.ts'
import { PanelSkeleton } from './drop-layout.tsx'
import { chosenAmount, chosenItems, isConfirmedOneByOne, itemChoice } from './item-choice.ts'
import { MainAction } from './main-action.tsx'
import { NamedAmountInput, readNamedAmount } from './named-amount-input.tsx'
import { StepView } from './step-view.tsx'
import type { ClaimActions } from './use-claim-actions.ts'
import type { LoadedWalletState } from './use-wallet-state.ts'

// Loaded on demand, because a closed drop does not need it.
const RecipientChoice = lazyPart(() => import('./recipient-choice.tsx'))

/** The connected wallet's state in a drop, and the next action. */
export default function WalletPanel({
  drop,
  actions,
  walletState,
}: {
  readonly drop: ClaimableDropFragment
  readonly actions: ClaimActions
  readonly walletState: LoadedWalletState
}) {
  const [typed, setTyped] = useState('')
  const [recipient, setRecipient] = useState<string | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  const { step, error, claims } = walletState
  if (step.kind === 'looking')
    return error ? <ErrorMessage error={error} title={inClaiming('claimsNotRead')} /> : <PanelSkeleton />
  const named = readNamedAmount(drop, step, typed)
  const most = itemChoice(drop, step, claims)
  const choice = {
    amount: chosenAmount(drop, step, named?.amount ?? null),
    recipient,
    items: chosenItems(drop, step, { picked, most }),
  }
  const isComplete = named === null || named.amount !== null
  return (
    <Stack gap="md">
      <StepView
        drop={drop}
        walletState={walletState}
        actions={actions}
        items={isComplete ? choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1')) : null}
      />
      {named === null ? null : (
        <NamedAmountInput drop={drop} typed={typed} onTyped={setTyped} error={named.error} />
      )}
      {most === null ? null : (
        <QuantityPicker
          items={choice.items}
          most={most}
          onPick={setPicked}
          isConfirmedOneByOne={isConfirmedOneByOne(drop)}
        />
      )}
      {step.kind === 'claim' || step.kind === 'pay' ? (
        <Suspense>
          <RecipientChoice recipient={recipient} onChoose={setRecipient} />
        </Suspense>
      ) : null}
      <MainAction drop={drop} actions={actions} step={step} choice={choice} isComplete={isComplete}>
        <ActivityNote actions={actions} step={step} choice={choice} />
      </MainAction>
      <EarlierClaims drop={drop} walletState={walletState} made={actions.made} />
    </Stack>
  )
}

const MAX_SHOWN = 5

/** Earlier claims of this wallet, on drops that allow more than one. */
function EarlierClaims({
  drop,
  walletState: { claims, step },
  made,
}: {
  readonly drop: ClaimableDropFragment
  readonly walletState: LoadedWalletState
  /** The ids of the claims that the receipt already sums up. */
  readonly made: readonly string[]
}) {
  const inView = 'claim' in step ? step.claim.id : null
  const isCounted = (id: string) => id === inView || (step.kind === 'have' && made.includes(id))
  const earlier = claims.filter(({ id }) => !isCounted(id)).slice(0, MAX_SHOWN)
  if (earlier.length === 0) return null
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600}>
        {inClaiming('claimedBefore')}
      </Text>
      {earlier.map((claim) => (
        <Group key={claim.id} justify="space-between" gap="xs" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" className="numbers">
              {claimAmountInWords(drop, claim.amount)}
            </Text>
            <Text size="xs" c="dimmed">
              {inWords(claim.createdAt)}
            </Text>
          </div>
          <StatusBadge status={claim.status} size="sm" />
        </Group>
      ))}
    </Stack>
  )
}

/** The input in which the claimer chooses how many items to claim. */
function QuantityPicker({
  items,
  most,
  onPick,
  isConfirmedOneByOne,
}: {
  readonly items: number
  readonly most: number
  readonly onPick: (items: number) => void
  /** Whether the wallet must confirm each item. */
  readonly isConfirmedOneByOne: boolean
}) {
  const id = useId()
  /** What is in the field while it is no number. */
  const [typed, setTyped] = useState<string | null>(null)
  const step = (by: 1 | -1, label: string) => (
    <ActionIcon
      variant="default"
      size={42}
      radius="md"
      aria-label={label}
      aria-controls={id}
      disabled={by === 1 ? items >= most : items <= 1}
      onClick={() => onPick(items + by)}
    >
      {by === 1 ? <IconPlus size={18} aria-hidden /> : <IconMinus size={18} aria-hidden />}
    </ActionIcon>
  )
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Input.Label htmlFor={id}>{inClaiming('howMany')}</Input.Label>
        <Text size="xs" c="dimmed">
          {inClaiming('upToItems', { count: most })}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        {step(-1, inClaiming('oneLess'))}
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={1}
          max={most}
          step={1}
          size="md"
          w={72}
          className="numbers"
          value={typed ?? items}
          onChange={({ currentTarget: { value, valueAsNumber } }) => {
            const isNumber = Number.isInteger(valueAsNumber) && valueAsNumber >= 1
            setTyped(isNumber ? null : value)
            if (isNumber) onPick(Math.min(most, valueAsNumber))
          }}
          // A field that is left empty shows the previous number again.
          onBlur={() => setTyped(null)}
          styles={{ input: { textAlign: 'center' } }}
        />
        {step(1, inClaiming('oneMore'))}
      </Group>
      {isConfirmedOneByOne && items > 1 ? (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {inClaiming('confirmEach')}
        </Text>
      ) : null}
    </Group>
  )
}
