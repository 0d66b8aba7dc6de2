import { Alert, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowRight, IconLock } from '@tabler/icons-react'
import { Link } from 'react-router'
import { FaultMessage } from '../../components/fault-message.tsx'
import { measureOf } from '../../words/drop-amount.ts'
import { GatingEditor } from '../gating/gating-editor.tsx'
import { faultsOfRules } from '../gating/rules.ts'
import type { Draft } from './use-draft.ts'
import type { Launch } from './use-launch.ts'

/** A drop that was made, but whose rules do not stand, or which was not opened: what is the case, and the way on. */
export function StoppedLaunch({ draft, launch }: { readonly draft: Draft; readonly launch: Launch }) {
  const { form, progress } = draft
  const { rules } = form.gating
  const areRulesMissing = !progress.haveRulesBeenSet
  const own = faultsOfRules(rules)
  const faults = { ...own, ...draft.refused }
  // Only drops with rules come here: without any it would open to everybody, which nobody has asked for.
  const canGoOn = !areRulesMissing || (rules.length > 0 && Object.keys(own).length === 0)
  if (launch.isRunning && !launch.fault)
    return (
      <Card withBorder p="xl">
        <Text role="status">{areRulesMissing ? 'Setting the rules …' : 'Opening the drop …'}</Text>
      </Card>
    )
  return (
    <Card withBorder p={{ base: 'md', sm: 'xl' }} maw={820}>
      <Stack gap="lg">
        <Title order={2} size="h3">
          One step is left
        </Title>
        <Alert variant="light" color="blue" icon={<IconLock size={18} />} title="Nobody can claim yet">
          “{progress.drop?.title}” is saved as a draft that only you can see.{' '}
          {areRulesMissing
            ? 'Its rules are not set. It opens once they are.'
            : 'Its rules are set; it only has to be opened.'}
        </Alert>
        {launch.fault ? (
          <FaultMessage
            fault={launch.fault}
            title={areRulesMissing ? 'The rules could not be set' : 'The drop could not be opened'}
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
            Open the draft
          </Button>
          <Button
            loading={launch.isRunning}
            disabled={!canGoOn}
            onClick={launch.start}
            rightSection={<IconArrowRight size={16} />}
          >
            {areRulesMissing ? 'Set the rules and continue' : 'Try again'}
          </Button>
        </Group>
      </Stack>
    </Card>
  )
}
