import { Button, Stack } from '@mantine/core'
import { IconCoins, IconDice5, IconGift, IconWallet } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ClaimableDropFragment, MyPaymentFragment } from '../api/generated/operations.ts'
import { amountInWords, claimAmountInWords, isRandom } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import classes from './claim-page.module.css'
import type { ClaimStep } from './claim-step.ts'
import { awardOf, costOf, costOfPayment, itemsToPay } from './drop-award.ts'
import type { ClaimActions, ClaimChoice } from './use-claim-actions.ts'

/** The label of the button that claims from a drop, and pays first if the drop has a price. */
export function claimLabel(
  drop: ClaimableDropFragment,
  choice: ClaimChoice,
  payment: MyPaymentFragment | null = null,
): string {
  // The price of the drop may have changed since.
  if (payment !== null) return inClaiming('payAndClaim', { cost: costOfPayment(payment) })
  if (drop.price === null) return freeClaimLabel(drop, choice)
  const items = choice.items * itemsToPay(drop, BigInt(choice.amount ?? '1'))
  return inClaiming('payAndClaim', { cost: costOf(drop, items) })
}

/** The label for claims that are free or already paid. */
function freeClaimLabel(drop: ClaimableDropFragment, { amount: named, items }: ClaimChoice): string {
  const award = awardOf(drop)
  if (award.kind === 'random')
    return items === 1 ? inClaiming('drawMyAmount') : inClaiming('drawAmounts', { count: items })
  const amount = award.kind === 'fixed' ? award.amount * BigInt(items) : named
  return amount === null
    ? inClaiming('claim')
    : inClaiming('claimAmount', { amount: amountInWords(drop, amount) })
}

interface Action {
  readonly label: string
  readonly icon: ReactNode
  readonly onAct: () => void
  readonly isQuiet?: boolean
}

/** The main button with the next action, if there is one. `children` are shown while an action runs. */
export function MainAction({
  drop,
  actions,
  step,
  choice,
  isComplete,
  children,
}: {
  readonly drop: ClaimableDropFragment
  readonly actions: ClaimActions
  readonly step: ClaimStep<MyPaymentFragment>
  readonly choice: ClaimChoice
  /** Whether the claimer has made all required choices. */
  readonly isComplete: boolean
  readonly children: ReactNode
}) {
  const action = actionOf(drop, actions, step, choice)
  if (action === null) return children
  const isBusy = actions.activity.kind === 'busy' || actions.activity.kind === 'waiting'
  return (
    <Stack gap="sm" className={classes['action']}>
      {children}
      <Button
        size="lg"
        fullWidth
        variant={action.isQuiet ? 'light' : 'filled'}
        leftSection={action.icon}
        loading={isBusy}
        disabled={!isComplete}
        onClick={action.onAct}
      >
        {action.label}
      </Button>
    </Stack>
  )
}

const gift = <IconGift size={20} aria-hidden />

function actionOf(
  drop: ClaimableDropFragment,
  actions: ClaimActions,
  step: ClaimStep<MyPaymentFragment>,
  choice: ClaimChoice,
): Action | null {
  switch (step.kind) {
    case 'barred':
      return {
        label: inClaiming('useAnotherWallet'),
        icon: <IconWallet size={20} aria-hidden />,
        onAct: actions.connect,
        isQuiet: true,
      }
    case 'take':
      return {
        label: inClaiming('claimAmount', { amount: claimAmountInWords(drop, step.claim.amount) }),
        icon: gift,
        onAct: () => actions.take(step.claim.id),
      }
    case 'have':
      return step.againAtMs === null || step.claim.id !== actions.made.at(-1) || drop.claimType === 'STREAK'
        ? null
        : { label: inClaiming('claimAgain'), icon: gift, onAct: actions.goOn, isQuiet: true }
    case 'pay':
      return {
        label: claimLabel(drop, choice, step.payment),
        icon: <IconCoins size={20} aria-hidden />,
        onAct: () => actions.payAndClaim(choice, step.payment),
      }
    case 'claim':
      return {
        label: freeClaimLabel(drop, choice),
        icon: isRandom(drop) ? <IconDice5 size={20} aria-hidden /> : gift,
        onAct: () => actions.claim(choice),
      }
    default:
      return null
  }
}
