import { Button, Card, Divider, Group, Stack, Text } from '@mantine/core'
import type { ClaimableDropFragment } from '../../api/generated/operations.ts'
import { closedWhy } from '../../claim/claim-step.ts'
import { AwardLine, WhatIsLeft } from '../../claim/drop-layout.tsx'
import { DropStory } from '../../claim/drop-story.tsx'
import { claimLabel } from '../../claim/main-action.tsx'
import { DropPicture } from '../../components/drop-picture.tsx'
import { StatusBadge } from '../../components/status-badge.tsx'
import { inBaseUnits } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { inLottery } from '../../words/messages/lottery.ts'
import { inWords } from '../../words/time.ts'
import { useMe } from '../creator.ts'
import { instantOf, readCount } from '../drop-fields/read-inputs.ts'
import { sentRules } from '../gating/rules.ts'
import { awardTerms, type DropForm, deliveryOf, inDollars, isByLink, tokenAmountOf } from './drop-form.ts'
import { currencyOf, priceOf, type Surroundings } from './form-errors.ts'

/** The creator until it is known. */
const UNKNOWN_CREATOR = {
  id: '',
  username: '',
  displayName: null,
  avatarUrl: null,
  bio: null,
  logo: null,
  cover: null,
  accentColor: null,
}

/**
 * Converts the form to the data that the claim page reads, so that the preview shows what that page will show. Null until
 * the form contains the amount of a claim.
 */
function previewDrop(
  form: DropForm,
  surroundings: Surroundings,
  creator: ClaimableDropFragment['creator'],
): ClaimableDropFragment | null {
  const { pool, items } = awardTerms(form)
  if (pool === undefined || pool === 0n || items === undefined || form.token === null) return null
  const currency = currencyOf(form, surroundings.currencies)
  const price = priceOf(form, surroundings)
  const isPriced = form.isPriced && price != null && inBaseUnits(form.price, currency?.decimals ?? 0)
  return {
    id: form.title || 'new',
    status: form.opening === 'later' ? 'SCHEDULED' : 'ACTIVE',
    maxAmount: String(pool),
    supply: items,
    claimedAmount: '0',
    remainingBalance: String(pool),
    claimCount: 0,
    percentClaimed: 0,
    startsAt: form.opening === 'later' && form.startsAt !== null ? instantOf(form.startsAt) : null,
    claimDeadline: form.claimDeadline === null ? null : instantOf(form.claimDeadline),
    updatedAt: new Date(surroundings.nowMs).toISOString(),
    title: form.title.trim() || inCreate('yourTitle'),
    description: form.description.trim() || null,
    type: form.type,
    claimType: form.claimType,
    claimAccess: form.claimAccess,
    isLinkOnly: isByLink(form),
    delivery: deliveryOf(form),
    shortcode: null,
    price: isPriced ? price.number : null,
    priceUSD: isPriced ? price.number * (currency?.usdRate ?? 0) : 0,
    currency: currency?.code ?? '',
    tokenAmount: tokenAmountOf(form),
    admission: form.admission,
    randomness: form.award === 'random' ? form.randomness : null,
    maxPerWallet: form.claimType === 'STREAK' ? null : (readCount(form.maxPerWallet) ?? null),
    imageUrl: form.imageUrl,
    randomnessCommitment: null,
    creator,
    token: form.token,
    gatingConfig:
      form.gating.rules.length === 0
        ? null
        : { id: 'new', isActive: true, rules: sentRules(form.gating.rules) },
  }
}

/** A preview of the drop for claimers, built from the claim page's components. */
export function ClaimCardPreview({
  form,
  surroundings,
}: {
  readonly form: DropForm
  readonly surroundings: Surroundings
}) {
  const { me } = useMe()
  const creator = me ?? UNKNOWN_CREATOR
  const drop = previewDrop(form, surroundings, creator)
  return (
    <Stack gap="xs" role="region" aria-label={inCreate('asClaimersSeeIt')}>
      <Text size="xs" c="dimmed" fw={600}>
        {inCreate('asClaimersSeeIt')}
      </Text>
      <Card withBorder p={0} radius="lg">
        <DropPicture id={form.title || 'new'} imageUrl={form.imageUrl ?? creator.cover} />
        <Stack gap="md" p="md">
          <div>
            {form.opening === 'later' ? (
              <Group mb={6}>
                <StatusBadge status="SCHEDULED" />
              </Group>
            ) : null}
            <Text ff="heading" fw={700} fz="xl" lh={1.2} dir="auto" style={{ overflowWrap: 'anywhere' }}>
              {form.title.trim() || inCreate('yourTitle')}
            </Text>
            <Text c="dimmed" size="sm" mt={2}>
              {inCreate.rich('by', { name: () => <bdi>{creator.displayName ?? creator.username}</bdi> })}
            </Text>
          </div>
          {drop === null ? (
            <Text size="sm" c="dimmed">
              {inCreate('enterAmountPerClaim')}
            </Text>
          ) : (
            <>
              <AwardLine drop={drop} isOver={false} />
              <WhatIsLeft drop={drop} isLive />
              <Divider />
              {closedWhy(drop, surroundings.nowMs) === null &&
              drop.claimAccess !== 'OWNER' &&
              !drop.isLinkOnly ? (
                <Button
                  component="span"
                  fullWidth
                  aria-hidden
                  data-static
                  style={{ pointerEvents: 'none', whiteSpace: 'normal' }}
                >
                  {drop.admission === 'LOTTERY'
                    ? inLottery('enter')
                    : claimLabel(drop, { amount: null, recipient: null, items: 1 })}
                </Button>
              ) : null}
              <DropStory drop={drop} />
            </>
          )}
        </Stack>
      </Card>
    </Stack>
  )
}

/** The price of an item in its currency and in dollars. Null until it is valid. */
export function priceWords(form: DropForm, currencies: Surroundings['currencies']): string | null {
  if (!form.isPriced) return inCreate('free')
  const currency = currencyOf(form, currencies)
  if (!currency || form.price.trim() === '') return null
  const dollars = inDollars(form.price, currency)
  return `${form.price.trim()} ${currency.code}${dollars === undefined ? '' : `, ${dollars}`}`
}

/** A picker's value as text. */
export const shownTime = (picked: string): string => inWords(instantOf(picked))
