import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ApiRefusal } from '../../../api/api-refusal.ts'
import { useChange } from '../../../api/changes.ts'
import { SetGatingDocument } from '../../../api/generated/operations.ts'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { measureOf } from '../../../words/drop-amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { inPlainWords } from '../../../words/refusal.ts'
import { useKnownCoins } from '../../gating/coins.ts'
import { useDropTitles } from '../../gating/drop-titles.ts'
import { GatingEditor } from '../../gating/gating-editor.tsx'
import { describedRules } from '../../gating/rule-sentence.ts'
import { faultsOfRules, type Gating, NO_RULES } from '../../gating/rules.ts'
import { useUnsaved } from '../../use-unsaved.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../shown-drop.ts'
import { Exemptions } from './exemptions.tsx'
import { TestAddress } from './test-address.tsx'

const rulesOf = ({ gatingConfig }: ShownDrop): Gating =>
  gatingConfig === null ? NO_RULES : { isActive: gatingConfig.isActive, rules: gatingConfig.rules }

const written = ({ isActive, rules }: Gating): string =>
  JSON.stringify([
    isActive,
    rules.map(({ key, operator, value, description }) => [key, operator, value, description]),
  ])

/** The rules that decide who may claim, with a test for a wallet. */
export function RulesTab({ drop }: { readonly drop: ShownDrop }) {
  const saved = rulesOf(drop)
  const token = drop.type === 'NFT' ? null : measureOf(drop)
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const [draft, setDraft] = useUnsaved<Gating | null>(`rules ${drop.id}`, null)
  const [areFaultsShown, setFaultsShown] = useState(false)
  const change = useChange(SetGatingDocument)
  const shown = draft ?? saved
  const isChanged = draft !== null && written(draft) !== written(saved)
  const own = faultsOfRules(shown.rules)
  const { error } = change
  const refused = error instanceof ApiRefusal && error.field ? { [error.field]: inPlainWords(error) } : {}
  const faults = { ...(areFaultsShown ? own : {}), ...refused }

  function save(): void {
    setFaultsShown(true)
    if (Object.keys(own).length > 0) return
    const rules = describedRules(shown.rules, { token, coins, drops })
    change.mutate(
      { dropId: drop.id, input: { isActive: shown.isActive, rules } },
      {
        onSuccess: () => {
          notifications.show({ message: inDropTabs('rulesAreSavedAnd'), color: 'leaf' })
          setDraft(null)
          setFaultsShown(false)
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
            token={token}
            faults={faults}
            hasSwitch
            isNeeded={drop.claimType === 'ELITE'}
          />
          {error && Object.keys(refused).length === 0 ? <FaultMessage fault={error} /> : null}
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
