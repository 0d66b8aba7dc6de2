import { ActionIcon, Group, Input, Stack, Text } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useId, useState } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { StatusBadge } from '../components/status-badge.tsx'
import { claimAmountInWords } from '../words/amount.ts'
import { inClaim } from '../words/messages.ts'
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
const RecipientChoice = lazy(() => import('./recipient-choice.tsx'))

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
    return error ? <ErrorMessage error={error} title={inClaim('claimsNotRead')} /> : <PanelSkeleton />
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
        {inClaim('claimedBefore')}
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
        <Input.Label htmlFor={id}>{inClaim('howMany')}</Input.Label>
        <Text size="xs" c="dimmed">
          {inClaim('upToItems', { count: most })}
        </Text>
      </div>
      <Group gap={6} wrap="nowrap">
        {step(-1, inClaim('oneLess'))}
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
          value={items}
          onChange={({ currentTarget: { valueAsNumber } }) => {
            // An empty field keeps the previous number.
            if (Number.isInteger(valueAsNumber)) onPick(Math.min(most, Math.max(1, valueAsNumber)))
          }}
          styles={{ input: { textAlign: 'center' } }}
        />
        {step(1, inClaim('oneMore'))}
      </Group>
      {isConfirmedOneByOne && items > 1 ? (
        <Text size="xs" c="dimmed" w="100%" role="status">
          {inClaim('confirmEach')}
        </Text>
      ) : null}
    </Group>
  )
}
