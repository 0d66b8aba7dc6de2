import { Alert, Button, Group, List, Stack, TextInput } from '@mantine/core'
import { IconCheck, IconClockQuestion, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useAct } from '../../../api/act.ts'
import { faultBeside, faultOf } from '../../../api/field-fault.ts'
import { TestAddressDocument, type TestAddressQuery } from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { CheckLine } from '../../../claim/check-line.tsx'
import { lineOf } from '../../../claim/requirements.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { technicalReason } from '../../../words/chain-reason.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'

/** Tests whether the saved rules admit a wallet, and shows what is missing. */
export function TestAddress({ drop }: { readonly drop: ShownDrop }) {
  const [walletAddress, setWalletAddress] = useState('')
  const check = useAct({
    mutationFn: () =>
      request(TestAddressDocument, { input: { dropId: drop.id, walletAddress: walletAddress.trim() } }),
  })
  const fault = faultBeside(check.error, ['walletAddress'])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    check.mutate()
  }
  return (
    <Card title={inDropTabs('tryWallet')} hint={inDropTabs('checksSavedRulesOnly')}>
      <Stack gap="sm">
        <form onSubmit={submit}>
          <Group align="flex-end" gap="sm">
            <TextInput
              label={inDropTabs('address')}
              placeholder="0x…"
              value={walletAddress}
              onChange={(event) => {
                setWalletAddress(event.currentTarget.value)
                check.reset()
              }}
              error={faultOf(check.error, 'walletAddress')}
              autoComplete="off"
              spellCheck={false}
              style={{ flex: '1 1 260px' }}
            />
            <Button
              type="submit"
              variant="default"
              disabled={walletAddress.trim() === ''}
              loading={check.isPending}
            >
              {inDropTabs('try')}
            </Button>
          </Group>
        </form>
        <div aria-live="polite">
          {check.data?.checkGatingEligibility ? (
            <Verdict found={check.data.checkGatingEligibility} drop={drop} />
          ) : null}
        </div>
        {fault ? <FaultMessage fault={fault} /> : null}
      </Stack>
    </Card>
  )
}

function Verdict({
  found,
  drop,
}: {
  readonly found: NonNullable<TestAddressQuery['checkGatingEligibility']>
  readonly drop: ShownDrop
}) {
  if (found.eligible)
    return (
      <Alert
        color="leaf"
        variant="light"
        icon={<IconCheck size={18} />}
        title={found.exempt ? inDropTabs('youHaveExemptedThis') : inDropTabs('rulesAdmitThisWallet')}
      />
    )
  const [color, icon, title] = found.retryable
    ? (['yellow', <IconClockQuestion key="icon" size={18} />, inDropTabs('rulesCouldNotBe')] as const)
    : (['orange', <IconX key="icon" size={18} />, inDropTabs('rulesDoNotAdmit')] as const)
  const lines =
    found.missingRequirements.length > 0 ? found.missingRequirements : [technicalReason(found.reason ?? '')]
  return (
    <Alert color={color} variant="light" icon={icon} title={title}>
      <List size="sm" spacing={4}>
        {lines.map((line) => (
          <List.Item key={line}>
            {line}
            <CheckLine check={found.checks.find(({ rule }) => lineOf(rule) === line)} drop={drop} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
