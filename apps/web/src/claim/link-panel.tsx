import { Alert, Anchor, Button, Loader, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconFingerprint, IconGift, IconLinkOff, IconWallet } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import {
  type ClaimableDropFragment,
  ClaimLinkNowDocument,
  type ClaimLinkNowQuery,
} from '../api/generated/operations.ts'
import { useRead } from '../api/reads.ts'
import { ErrorMessage } from '../components/error-message.tsx'
import { useNow } from '../components/use-now.ts'
import { OpenInTab } from '../wallet/open-in-tab.tsx'
import { passkeysNeedTab, takesPasskeys } from '../wallet/passkey-support.ts'
import { savedPasskeyAddress } from '../wallet/passkey-wallet.ts'
import { shortAddress } from '../words/addresses.ts'
import { amountInWords, claimAmountInWords } from '../words/amount.ts'
import { inClaiming } from '../words/messages/claiming.ts'
import { t } from '../words/messages.ts'
import { ClosedView } from './before-connecting.tsx'
import { ClaimProgress } from './claim-progress.tsx'
import { ClaimReceipt } from './claim-receipt.tsx'
import { closedWhy, isUnfinished, walletClaim } from './claim-step.ts'
import { awardOf } from './drop-award.ts'
import { NamedAmountInput, readNamedAmount } from './named-amount-input.tsx'
import type { Claimer } from './use-claimer.ts'
import { type LinkActions, type LinkKey, linkKeyFrom, useLinkActions } from './use-link-actions.ts'

type LinkNow = NonNullable<ClaimLinkNowQuery['claimLink']>

const FOLLOW_MS = 700
const LOOK_MS = 15_000

interface Props {
  readonly drop: ClaimableDropFragment
  readonly privateKey: string
  readonly who: Claimer
}

/** Claims with the claim link that opened the page. */
export default function LinkPanel({ drop, privateKey, who }: Props) {
  const key = useMemo(() => linkKeyFrom(privateKey), [privateKey])
  if (key === null) return <UselessLink why={inClaiming('linkIncomplete')} />
  return <LinkOf drop={drop} linkKey={key} who={who} />
}

function LinkOf({ drop, linkKey, who }: Omit<Props, 'privateKey'> & { readonly linkKey: LinkKey }) {
  const link = useRead(
    ClaimLinkNowDocument,
    { dropId: drop.id, id: linkKey.id },
    {
      refetchInterval: ({ state }) => {
        const claim = state.data?.claimLink?.claim
        return claim && isUnfinished(walletClaim(claim)) ? FOLLOW_MS : LOOK_MS
      },
    },
  )
  const actions = useLinkActions(drop, linkKey, who)
  if (link.data === undefined)
    return link.error ? (
      <ErrorMessage
        error={link.error}
        title={inClaiming('linkNotChecked')}
        onRetry={() => void link.refetch()}
      />
    ) : (
      <Skeleton h={48} aria-busy />
    )
  const now = link.data.claimLink
  if (now === null) return <UselessLink why={inClaiming('linkElsewhere')} />
  if (now.status === 'USED' && now.claim)
    return <UsedLink drop={drop} link={now} actions={actions} who={who} />
  if (now.status === 'REVOKED') return <UselessLink why={inClaiming('linkRevoked')} />
  if (now.status === 'EXPIRED') return <UselessLink why={inClaiming('linkExpired')} />
  return <FreshLink drop={drop} link={now} actions={actions} />
}

const UselessLink = ({ why }: { readonly why: string }) => (
  <Alert
    role="status"
    color="gray"
    variant="light"
    icon={<IconLinkOff size={18} />}
    title={inClaiming('linkUseless')}
  >
    <Text size="sm">{why}</Text>
  </Alert>
)

function UsedLink({
  drop,
  link: { claim: found },
  actions,
  who,
}: {
  readonly drop: ClaimableDropFragment
  readonly link: LinkNow
  readonly actions: LinkActions
  readonly who: Claimer
}) {
  if (found === null) return null
  const claim = walletClaim(found)
  if (found.userAddress !== actions.usedFor && found.userAddress !== who.address)
    return <UselessLink why={inClaiming('linkUsed')} />
  if (!isUnfinished(claim))
    return <ClaimReceipt drop={drop} claim={claim} againAtMs={null} made={actions.isNew ? [claim] : []} />
  const isSent = claim.expiresAt === null
  return (
    <Stack gap="md">
      <ClaimProgress drop={drop} claim={claim} isSent={isSent} isJustMade={actions.isNew} />
      {isSent ? null : (
        <Button size="lg" fullWidth loading={actions.doing !== null} onClick={() => actions.take(claim.id)}>
          {inClaiming('linkTake', { amount: claimAmountInWords(drop, claim.amount) })}
        </Button>
      )}
      {actions.error === null ? null : <ErrorMessage error={actions.error} />}
    </Stack>
  )
}

function FreshLink({
  drop,
  link,
  actions,
}: {
  readonly drop: ClaimableDropFragment
  readonly link: LinkNow
  readonly actions: LinkActions
}) {
  const [typed, setTyped] = useState('')
  const [address, setAddress] = useState<string | null>(null)
  const isAddress = /^0x[0-9a-f]{64}$/i.test(address?.trim() ?? '')
  const award = awardOf(drop)
  const named =
    link.amount === null && award.kind === 'open'
      ? readNamedAmount(drop, { kind: 'claim', paidItems: 0 }, typed)
      : null
  const amount = named?.amount ?? null
  const isDelivered = actions.isDelivered
  const known = savedPasskeyAddress()
  const isBlocked = named !== null && named.amount === null
  const why = closedWhy(drop, useNow())
  // The last claim of a drop closes it while it runs.
  if (why !== null && actions.doing === null) return <ClosedView drop={drop} why={why} />
  const gift = link.amount ?? (award.kind === 'fixed' ? drop.tokenAmount : null)
  return (
    <Stack gap="md">
      <div>
        <Title order={2} size="h4" className="numbers">
          {gift === null
            ? inClaiming('linkForYou')
            : inClaiming('linkGift', { amount: amountInWords(drop, gift) })}
        </Title>
        <Text size="sm" c="dimmed">
          {inClaiming(isDelivered ? 'linkNoFee' : 'linkConnect')}
        </Text>
      </div>
      {named === null ? null : (
        <NamedAmountInput drop={drop} typed={typed} onTyped={setTyped} error={named.error} />
      )}
      {actions.doing === null ? null : (
        <Text size="sm" role="status">
          <Loader size="xs" aria-hidden /> {inClaiming(actions.doing)}
        </Text>
      )}
      {actions.error === null ? null : <ErrorMessage error={actions.error} />}
      {isDelivered && takesPasskeys() ? (
        <Button
          size="lg"
          fullWidth
          leftSection={<IconFingerprint size={20} aria-hidden />}
          loading={actions.doing !== null}
          disabled={isBlocked}
          onClick={() => (known === null ? actions.withNewPasskey(amount) : actions.toAddress(known, amount))}
        >
          {known === null
            ? inClaiming('linkPasskey')
            : inClaiming('linkKnownPasskey', { address: shortAddress(known) })}
        </Button>
      ) : null}
      {isDelivered && passkeysNeedTab() ? <OpenInTab why={t('passkeysNeedTab')} /> : null}
      <Button
        size="lg"
        fullWidth
        variant={isDelivered && takesPasskeys() ? 'light' : 'filled'}
        leftSection={isDelivered ? <IconWallet size={20} aria-hidden /> : <IconGift size={20} aria-hidden />}
        loading={actions.doing !== null}
        disabled={isBlocked}
        onClick={() => actions.withWallet(amount)}
      >
        {inClaiming('linkWallet')}
      </Button>
      {isDelivered && takesPasskeys() && known === null ? (
        <Anchor component="button" size="sm" ta="center" onClick={() => actions.withKnownPasskey(amount)}>
          {inClaiming('linkFindPasskey')}
        </Anchor>
      ) : null}
      {isDelivered ? (
        address === null ? (
          <Anchor component="button" size="sm" ta="center" onClick={() => setAddress('')}>
            {inClaiming('linkEnterAddress')}
          </Anchor>
        ) : (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              actions.toAddress(address.trim(), amount)
            }}
          >
            <Stack gap="xs">
              <TextInput
                autoFocus
                label={inClaiming('linkAddress')}
                description={inClaiming('linkAddressHint')}
                value={address}
                onChange={(event) => setAddress(event.currentTarget.value)}
                error={address !== '' && !isAddress && inClaiming('addressIncomplete')}
                autoComplete="off"
                spellCheck={false}
              />
              <Button
                type="submit"
                variant="light"
                loading={actions.doing !== null}
                disabled={isBlocked || !isAddress}
              >
                {inClaiming('linkToAddress')}
              </Button>
            </Stack>
          </form>
        )
      ) : null}
    </Stack>
  )
}
