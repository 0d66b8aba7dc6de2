import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { FaultMessage } from '../../components/fault-message.tsx'
import { measureOf } from '../../words/drop-amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { faultsOfRules } from '../gating/rules.ts'
import type { Draft } from './use-draft.ts'
import type { Launch } from './use-launch.ts'

/** A drop that was created, but whose rules were not set or which was not opened: what happened, and how to continue. */
export function StoppedLaunch({ draft, launch }: { readonly draft: Draft; readonly launch: Launch }) {
  const { form, progress } = draft
  const { rules } = form.gating
  const areRulesMissing = !progress.haveRulesBeenSet
  const own = faultsOfRules(rules)
  const faults = { ...own, ...draft.refused }
  // Only drops with rules can stop here. Without rules, the drop would open to all wallets, which the creator did not
  // choose.
  const canGoOn = !areRulesMissing || (rules.length > 0 && Object.keys(own).length === 0)
  if (launch.isRunning && !launch.fault)
    return (
      <Card withBorder p="xl">
        <Text role="status">{areRulesMissing ? inCreate('settingRules') : inCreate('openingDrop')}</Text>
      </Card>
    )
  return (
    <Card withBorder p={{ base: 'md', sm: 'xl' }} maw={820}>
      <Stack gap="lg">
        <Title order={2} size="h3">
          {inCreate('oneStepIsLeft')}
        </Title>
        <Alert variant="light" color="blue" icon={<IconLock size={18} />} title={inCreate('noClaimsYet')}>
          {inCreate(areRulesMissing ? 'draftWithoutRules' : 'draftWithRules', {
            title: progress.drop?.title ?? '',
          })}
        </Alert>
        {launch.fault ? (
          <FaultMessage
            fault={launch.fault}
            title={areRulesMissing ? inCreate('rulesCouldNotBe') : inCreate('dropCouldNotBe')}
          />
        ) : null}
        {areRulesMissing ? (
          <GatingEditor
            value={form.gating}
            onChange={(gating) => draft.change({ gating })}
            token={measureOf(form)}
            faults={faults}
            isNeeded
          />
        ) : null}
        <Group justify="space-between">
          <Button component={Link} to={`/drops/${progress.drop?.id}`} variant="default">
            {inCreate('openDraft')}
          </Button>
          <Button
            loading={launch.isRunning}
            disabled={!canGoOn}
            onClick={launch.start}
            rightSection={<IconArrowRight size={16} />}
          >
            {areRulesMissing ? inCreate('setRulesAndContinue') : inCreate('tryAgain')}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
