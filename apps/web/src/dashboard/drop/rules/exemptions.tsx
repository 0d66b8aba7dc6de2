import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import {
  DropExemptionsDocument,
  type ExemptionRowFragment,
  GrantExemptionDocument,
  RevokeExemptionDocument,
} from '../../../api/generated/operations.ts'
import { usePages } from '../../../api/reads.ts'
import { CopiedText } from '../../../components/copyable.tsx'
import { ErrorMessage, NotLoaded } from '../../../components/error-message.tsx'
import { LoadMore } from '../../../components/list-parts.tsx'
import { shortAddress } from '../../../words/addresses.ts'
import { errorOutsideFields, fieldError } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inWords } from '../../../words/time.ts'
import { Card } from '../../card.tsx'

/** Wallets that may claim even if they do not meet the rules. */
export function Exemptions({ dropId }: { readonly dropId: string }) {
  const list = usePages(DropExemptionsDocument, { dropId }, ({ exemptions }) => exemptions)
  return (
    <Card title={inDropTabs('exemptions')} hint={inDropTabs('walletsThatMayClaim')}>
      <Stack gap="md">
        <GrantForm dropId={dropId} />
        {list.items === undefined ? (
          <NotLoaded read={list} height={60} />
        ) : list.items.length === 0 ? (
          <Text size="sm" c="dimmed">
            {inDropTabs('noWalletIsExempt')}
          </Text>
        ) : (
          <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
            {list.items.map((exemption) => (
              <ExemptionRow key={exemption.id} exemption={exemption} />
            ))}
          </Stack>
        )}
        <LoadMore list={list} />
      </Stack>
    </Card>
  )
}

const MAX_REASON_LENGTH = 500

function GrantForm({ dropId }: { readonly dropId: string }) {
  const [walletAddress, setWalletAddress] = useState('')
  const [reason, setReason] = useState('')
  const grant = useChange(GrantExemptionDocument, {
    onDone: () => {
      setWalletAddress('')
      setReason('')
    },
  })
  const error = errorOutsideFields(grant.error, ['walletAddress', 'reason'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    grant.mutate({ input: { dropId, walletAddress: walletAddress.trim(), reason: reason.trim() } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Group align="flex-start" gap="sm">
          <TextInput
            label={inDropTabs('wallet')}
            placeholder="0x…"
            value={walletAddress}
            onChange={(event) => {
              setWalletAddress(event.currentTarget.value)
              grant.reset()
            }}
            error={fieldError(grant.error, 'walletAddress')}
            autoComplete="off"
            spellCheck={false}
            style={{ flex: '1 1 220px' }}
          />
          <TextInput
            label={inDropTabs('reason')}
            dir="auto"
            placeholder={inDropTabs('wonAtMeetup')}
            maxLength={MAX_REASON_LENGTH}
            value={reason}
            onChange={(event) => {
              setReason(event.currentTarget.value)
              grant.reset()
            }}
            error={fieldError(grant.error, 'reason')}
            style={{ flex: '1 1 220px' }}
          />
        </Group>
        <Button
          type="submit"
          variant="default"
          loading={grant.isPending}
          disabled={walletAddress.trim() === '' || reason.trim() === ''}
          style={{ alignSelf: 'flex-start' }}
        >
          {inDropTabs('exemptThisWallet')}
        </Button>
        {error ? <ErrorMessage error={error} /> : null}
      </Stack>
    </form>
  )
}

function ExemptionRow({
  exemption: { id, walletAddress, reason, grantedAt, revokedAt },
}: {
  readonly exemption: ExemptionRowFragment
}) {
  const revoke = useChange(RevokeExemptionDocument)
  return (
    <Stack component="li" gap={4}>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 200px', minWidth: 0 }}>
          <CopiedText
            text={walletAddress}
            shown={shortAddress(walletAddress)}
            label={inDropTabs('exemptedWallet')}
          />
          <Text size="sm" dir="auto" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
          <Text size="xs" c="dimmed">
            {revokedAt === null
              ? inDropTabs('sinceTime', { time: inWords(grantedAt) })
              : inDropTabs('revokedTime', { time: inWords(revokedAt) })}
          </Text>
        </div>
        {revokedAt === null ? (
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            loading={revoke.isPending}
            onClick={() => revoke.mutate({ id })}
            aria-label={inDropTabs('revokeExemptionOfAddress', { address: shortAddress(walletAddress) })}
          >
            {inDropTabs('revoke')}
          </Button>
        ) : null}
      </Group>
      {revoke.error ? <ErrorMessage error={revoke.error} /> : null}
    </Stack>
  )
}
