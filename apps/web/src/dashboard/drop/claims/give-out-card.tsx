import { parseAddress } from '@dropkit/core'
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconGift } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import { ApiRefusal } from '../../../api/errors.ts'
import { GiveOutDocument, GiveOutRandomDocument } from '../../../api/generated/operations.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { CopiedText } from '../../../components/copyable.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { claimUrl } from '../../../page/page-data.ts'
import { shortAddress } from '../../../words/addresses.ts'
import {
  amountError,
  amountInWords,
  decimalsOf,
  inBaseUnits,
  isRandom,
  measureOf,
} from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import type { ShownDrop } from '../use-drop.ts'

/** The form with which the owner gives an item of the drop to a wallet. */
export function GiveOutCard({ drop }: { readonly drop: ShownDrop }) {
  const [address, setAddress] = useState('')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const [given, setGiven] = useState<{ readonly address: string; readonly amount: string | null } | null>(
    null,
  )
  const isDrawn = isRandom(drop)
  const isNamed = drop.tokenAmount === null
  const reserve = useChange(GiveOutDocument, {
    onDone: ({ claimDrop }, { userAddress }) => finish(claimDrop?.claim, userAddress),
  })
  const draw = useChange(GiveOutRandomDocument, {
    // A refusal shows the earlier claim of the wallet.
    onDone: ({ claimRandomDrop }, { userAddress }) =>
      finish(claimRandomDrop?.success ? claimRandomDrop.claim : null, userAddress),
  })
  const amount = isNamed ? inBaseUnits(typed, decimalsOf(drop)) : null
  const isAddress = parseAddress(address.trim(), 'userAddress').ok
  const isAmount = !isNamed || (amount != null && amount !== '0')
  const refused = draw.data?.claimRandomDrop
  const drawError =
    refused && !refused.success ? new ApiRefusal(refused.message ?? '', { code: refused.code }) : null
  const error = reserve.error ?? draw.error ?? drawError

  function finish(claim: { readonly amount: string | null } | null | undefined, to: string): void {
    if (!claim) return
    setGiven({ address: to, amount: claim.amount })
    // The owner may have typed the next address while the request ran.
    setAddress((now) => (now.trim() === to ? '' : now))
    setTried(false)
  }

  function submit(event: FormEvent): void {
    event.preventDefault()
    setTried(true)
    setGiven(null)
    reserve.reset()
    draw.reset()
    if (!isAddress || !isAmount) return
    const whom = { dropId: drop.id, userAddress: address.trim() }
    if (isDrawn) draw.mutate(whom)
    else reserve.mutate({ ...whom, amount: amount ?? null })
  }

  return (
    <Card title={inDropTabs('giveOut')} hint={inDropTabs('onlyYouCanClaim')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Group align="flex-start" gap="sm">
            <TextInput
              label={inDropTabs('recipientWallet')}
              placeholder="0x…"
              value={address}
              onChange={(event) => setAddress(event.currentTarget.value)}
              error={isTried && !isAddress ? inDropTabs('addressIs0xAnd') : undefined}
              autoComplete="off"
              spellCheck={false}
              style={{ flex: '2 1 240px' }}
            />
            {isNamed ? (
              <AmountInput
                label={inDropTabs('amount')}
                value={typed}
                onChange={setTyped}
                token={measureOf(drop)}
                error={isTried && !isAmount ? amountError(decimalsOf(drop)) : undefined}
                style={{ flex: '1 1 140px' }}
              />
            ) : null}
          </Group>
          <Button
            type="submit"
            leftSection={<IconGift size={17} />}
            loading={reserve.isPending || draw.isPending}
            disabled={drop.status !== 'ACTIVE'}
            style={{ alignSelf: 'flex-start' }}
          >
            {labelOf(drop, amount ?? null)}
          </Button>
          {drop.status === 'ACTIVE' ? null : (
            <Text size="sm" c="dimmed">
              {inDropTabs('youCanGiveOut')}
            </Text>
          )}
          {error ? <ErrorMessage title={inDropTabs('notGivenOut')} error={error} /> : null}
          {given === null ? null : (
            <Alert color="leaf" variant="light" role="status" icon={<IconCheck size={18} />}>
              <Text size="sm">
                {given.amount === null
                  ? inDropTabs('publicBeaconDecidesAmount', { address: shortAddress(given.address) })
                  : isDrawn
                    ? inDropTabs('amountIsOnIts', {
                        amount: amountInWords(drop, given.amount),
                        address: shortAddress(given.address),
                      })
                    : inDropTabs('amountIsReservedFor', { amount: amountInWords(drop, given.amount) })}
              </Text>
              {isDrawn ? null : <CopiedText text={claimUrl(drop)} label={inDropTabs('link')} />}
            </Alert>
          )}
        </Stack>
      </form>
    </Card>
  )
}

function labelOf(drop: ShownDrop, named: string | null): string {
  if (isRandom(drop)) return inDropTabs('drawAmount')
  const amount = drop.tokenAmount ?? named
  return amount === null
    ? inDropTabs('give')
    : inDropTabs('giveAmount', { amount: amountInWords(drop, amount) })
}
