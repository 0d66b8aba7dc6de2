import { Anchor, Group, Stack, Text, Title } from '@mantine/core'
import { IconCircleCheckFilled, IconFlame } from '@tabler/icons-react'
import { Suspense, useEffect, useRef } from 'react'
import type { ClaimableDropFragment } from '../api/generated/operations.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { ShareButton } from '../components/share/share-button.tsx'
import { TransactionText } from '../components/transaction-text.tsx'
import { useNow } from '../components/use-now.ts'
import { claimAmountInWords, isRandom } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { t } from '../words/messages.ts'
import { countdown } from '../words/time.ts'
import type { WalletClaim } from './claim-step.ts'
import { Celebrated, RevealedResult, useReveal } from './reveal.tsx'

// Loaded after everything else on the page.
const ReceiptButton = lazyPart(() => import('./receipt-button.tsx'))

/** Shows what the wallet has claimed. */
export function ClaimReceipt({
  drop,
  claim,
  againAtMs,
  made,
}: {
  readonly drop: ClaimableDropFragment
  readonly claim: WalletClaim
  readonly againAtMs: number | null
  /** The claims that the last action on this page made. Empty if the claim is an earlier one. */
  readonly made: readonly WalletClaim[]
}) {
  const nowMs = useNow()
  const isJustMade = made.some(({ id }) => id === claim.id)
  const isFirstShown = useReveal(claim.id, isJustMade)
  const isNew = isJustMade || isFirstShown
  const receipt = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNew) receipt.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const isDrawn = isRandom(drop)
  const isSurprise = isFirstShown && (isDrawn || drop.type === 'NFT')
  const amount = isJustMade ? sumOf(made) : claim.amount
  const words = inClaiming(isDrawn ? 'youDrew' : 'youGot', { amount: claimAmountInWords(drop, amount) })
  const title = (
    <Title order={2} size="h3" ta="center" className="numbers">
      {words}
    </Title>
  )
  return (
    <Stack gap="sm" ref={receipt}>
      <Stack gap={2} align="center" pos="relative">
        <IconCircleCheckFilled size={40} aria-hidden color="var(--mantine-primary-color-filled)" />
        {isNew ? (
          <Celebrated words={words}>
            {isSurprise ? <RevealedResult>{title}</RevealedResult> : title}
          </Celebrated>
        ) : (
          title
        )}
        <Text size="sm" c="dimmed" ta="center" style={{ overflowWrap: 'anywhere' }}>
          {claim.recipient === null
            ? inClaiming('inYourWallet')
            : inClaiming('sentTo', { address: claim.recipient })}
        </Text>
      </Stack>
      {drop.claimType === 'STREAK' && claim.streak !== null ? (
        <Group gap="xs" justify="center">
          <IconFlame size={18} aria-hidden color="var(--mantine-color-orange-6)" />
          <Text size="sm" fw={600}>
            {claim.streak === 1 ? inClaiming('dayOne') : inClaiming('daysInARow', { count: claim.streak })}
          </Text>
        </Group>
      ) : null}
      {againAtMs !== null && againAtMs > nowMs ? (
        <Text size="sm" ta="center" className="numbers">
          {inClaiming('comeBackIn', { time: countdown(againAtMs - nowMs) })}
        </Text>
      ) : null}
      {claim.txHash === null ? null : (
        <Group gap="xs" justify="center">
          <Text size="xs" c="dimmed">
            {inClaiming('transaction')}
          </Text>
          <TransactionText txHash={claim.txHash} label={t('transaction')} />
        </Group>
      )}
      <ShareButton drop={drop} variant="light" fullWidth />
      {isDrawn ? (
        <Anchor href={`/verify/${drop.id}`} size="sm" ta="center" underline="always">
          {inClaiming('checkThisDraw')}
        </Anchor>
      ) : null}
      {isDrawn ? (
        <Suspense>
          <ReceiptButton claimId={claim.id} sequence={claim.sequence} />
        </Suspense>
      ) : null}
    </Stack>
  )
}

/** The sum of several claims. Null if one of them is not drawn yet. */
function sumOf(claims: readonly WalletClaim[]): string | null {
  let sum = 0n
  for (const { amount } of claims) {
    if (amount === null) return null
    sum += BigInt(amount)
  }
  return String(sum)
}
