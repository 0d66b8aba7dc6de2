import { Alert, Button, Group, List, Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck, IconClockQuestion, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useChange, useSingleMutation } from '../../../api/changes.ts'
import { ApiRefusal } from '../../../api/errors.ts'
import {
  SetGatingDocument,
  TestAddressDocument,
  type TestAddressQuery,
} from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { lineOf, requirementsOf } from '../../../claim/requirement-words.ts'
import { CheckLine } from '../../../claim/requirements.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { errorOutsideFields, fieldError, inPlainWords, technicalReason } from '../../../words/error-words.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import { GatingEditor } from '../../gating/gating-editor.tsx'
import { useDropTitles, useKnownCoins } from '../../gating/rule-choices.ts'
import { sentenceOf } from '../../gating/rule-kinds.ts'
import { type Gating, NO_RULES, ruleErrors, sentRules } from '../../gating/rules.ts'
import { useUnsaved } from '../../use-unsaved.ts'
import type { ShownDrop } from '../use-drop.ts'
import { Exemptions } from './exemptions.tsx'

const rulesOf = ({ gatingConfig }: ShownDrop): Gating =>
  gatingConfig === null ? NO_RULES : { isActive: gatingConfig.isActive, rules: gatingConfig.rules }

const written = ({ isActive, rules }: Gating): string => JSON.stringify([isActive, sentRules(rules)])

/** The rules that decide who may claim, with a test for a wallet. */
export function RulesTab({ drop }: { readonly drop: ShownDrop }) {
  const saved = rulesOf(drop)
  const [draft, setDraft, draftNow] = useUnsaved<Gating | null>(`rules ${drop.id}`, null)
  const [areErrorsShown, setErrorsShown] = useState(false)
  const change = useChange(SetGatingDocument)
  const shown = draft ?? saved
  const isChanged = draft !== null && written(draft) !== written(saved)
  const own = ruleErrors(shown.rules)
  const { error } = change
  const refused = error instanceof ApiRefusal && error.field ? { [error.field]: inPlainWords(error) } : {}
  const errors = { ...(areErrorsShown ? own : {}), ...refused }

  function save(): void {
    setErrorsShown(true)
    if (Object.keys(own).length > 0) return
    change.mutate(
      { dropId: drop.id, input: { isActive: shown.isActive, rules: sentRules(shown.rules) } },
      {
        onSuccess: () => {
          notifications.show({ message: inDropTabs('rulesAreSavedAnd'), color: 'leaf' })
          if (draftNow() === draft) setDraft(null)
          setErrorsShown(false)
        },
      },
    )
  }

  return (
    <Stack gap="md">
      <Card title={inDropTabs('whoMayClaim')} hint={inDropTabs('changesApplyToClaims')}>
        <Stack>
          <GatingEditor
            value={shown}
            onChange={(value) => {
              change.reset()
              setDraft(value)
            }}
            token={drop.token}
            errors={errors}
            hasSwitch
            isNeeded={drop.claimType === 'ELITE'}
          />
          {error && Object.keys(refused).length === 0 ? <ErrorMessage error={error} /> : null}
          <Group gap="sm">
            <Button disabled={!isChanged} loading={change.isPending} onClick={save}>
              {inDropTabs('saveRules')}
            </Button>
            {isChanged ? (
              <>
                <Button variant="default" onClick={() => setDraft(null)}>
                  {inDropTabs('discardChanges')}
                </Button>
                <Text size="sm" c="dimmed">
                  {inDropTabs('notSavedYet')}
                </Text>
              </>
            ) : null}
          </Group>
        </Stack>
      </Card>
      <TestAddress drop={drop} />
      <Exemptions dropId={drop.id} />
    </Stack>
  )
}

/** Tests whether the saved rules admit a wallet, and shows what is missing. */
function TestAddress({ drop }: { readonly drop: ShownDrop }) {
  const [walletAddress, setWalletAddress] = useState('')
  const check = useSingleMutation({
    mutationFn: () =>
      request(TestAddressDocument, { input: { dropId: drop.id, walletAddress: walletAddress.trim() } }),
  })
  const error = errorOutsideFields(check.error, ['walletAddress'])
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
              error={fieldError(check.error, 'walletAddress')}
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
        {error ? <ErrorMessage error={error} /> : null}
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
  const coins = useKnownCoins()
  const drops = useDropTitles()
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
  // The reason of the server names the types of the API.
  const isForNobody = drop.claimType === 'ELITE' && requirementsOf(drop).length === 0
  const lines = isForNobody
    ? [inDropTabs('admitsNobody')]
    : found.missingRequirements.length > 0
      ? found.missingRequirements
      : [technicalReason(found.reason ?? '')]
  return (
    <Alert color={color} variant="light" icon={icon} title={title}>
      <List size="sm" spacing={4}>
        {lines.map((line) => {
          const check = found.checks.find(({ rule }) => lineOf(rule) === line)
          const words =
            check === undefined || check.rule.description
              ? line
              : sentenceOf(check.rule, { token: drop.token, coins, drops })
          return (
            <List.Item key={line}>
              {words}
              <CheckLine check={check} drop={drop} />
            </List.Item>
          )
        })}
      </List>
    </Alert>
  )
}
