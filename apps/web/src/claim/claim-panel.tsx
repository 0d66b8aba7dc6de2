import { Skeleton, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { FaultMessage } from '../components/fault-message.tsx'
import { inClaim } from '../words/messages.ts'
import { ActivityNote } from './activity-note.tsx'
import { EarlierClaims } from './earlier-claims.tsx'
import { MainAction } from './main-action.tsx'
import { NamedAmountInput } from './named-amount-input.tsx'
import { readNamedAmount } from './read-named-amount.ts'
import { StepView } from './step-view.tsx'
import type { ClaimActs } from './use-claim-acts.ts'
import type { LoadedWalletState } from './use-wallet-state.ts'

/** Where one stands with a drop, and the next thing to do. */
export function ClaimPanel({
  drop,
  acts,
  standing: walletState,
}: {
  readonly drop: ClaimableDropFragment
  readonly acts: ClaimActs
  readonly standing: LoadedWalletState
}) {
  const [typed, setTyped] = useState('')
  const { step, fault } = walletState
  if (step.kind === 'looking')
    return fault ? <FaultMessage fault={fault} title={inClaim('claimsNotRead')} /> : <PanelSkeleton />
  const named = readNamedAmount(drop, step, typed)
  return (
    <Stack gap="md">
      <StepView drop={drop} standing={walletState} shown={acts.shown} />
      {named === null ? null : (
        <NamedAmountInput drop={drop} typed={typed} onTyped={setTyped} fault={named.fault} />
      )}
      <MainAction drop={drop} acts={acts} step={step} named={named}>
        <ActivityNote acts={acts} step={step} amount={named?.amount ?? null} />
      </MainAction>
      <EarlierClaims drop={drop} standing={walletState} />
    </Stack>
  )
}

const PanelSkeleton = () => (
  <Stack gap="sm" aria-busy>
    <Skeleton h={16} w="70%" />
    <Skeleton h={48} />
  </Stack>
)
