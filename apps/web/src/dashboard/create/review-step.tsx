import { Alert, Box, Button, Flex, Group, Stack, Table, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { FaultMessage } from '../../components/fault-message.tsx'
import { measureOf } from '../../words/drop-amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import { midSentence } from '../../words/translate.ts'
import { useKnownCoins } from '../gating/coins.ts'
import { useDropTitles } from '../gating/drop-titles.ts'
import { ClaimCardPreview } from './claim-card-preview.tsx'
import { reviewRows } from './review-rows.ts'
import type { StepProps } from './step-props.ts'
import { placeOf } from './steps.ts'
import { indexOf } from './use-draft.ts'
import type { Launch } from './use-launch.ts'

/** A summary: the preview for claimers, and the exact values. */
export function ReviewStep({
  form,
  surroundings,
  launch,
  onStep,
  chain,
}: StepProps & {
  readonly launch: Launch
  readonly onStep: (step: number) => void
  readonly chain: string
}) {
  const coins = useKnownCoins()
  const drops = useDropTitles()
  const rows = reviewRows(form, surroundings, { token: measureOf(form), coins, drops })
  return (
    <Stack gap="lg">
      <Flex gap="lg" direction={{ base: 'column', md: 'row' }} align={{ base: 'stretch', md: 'start' }}>
        <Box w={{ base: '100%', md: 300 }} style={{ flex: 'none' }}>
          <ClaimCardPreview form={form} surroundings={surroundings} />
        </Box>
        <Stack gap="md" flex={1} miw={0}>
          {rows.map(({ step, label, lines }) => (
            <Box key={step}>
              <Group justify="space-between" wrap="nowrap" mb={2}>
                <Text fw={600} size="sm">
                  {label}
                </Text>
                <Button
                  variant="subtle"
                  size="compact-sm"
                  onClick={() => onStep(indexOf(step))}
                  aria-label={inCreate('changePart', { part: midSentence(label) })}
                >
                  {inCreate('change')}
                </Button>
              </Group>
              <Table layout="fixed" verticalSpacing={4} horizontalSpacing={0} withRowBorders={false}>
                <Table.Tbody>
                  {lines.map(({ name, value, exact }) => (
                    <Table.Tr key={name}>
                      <Table.Th
                        scope="row"
                        w="40%"
                        fw={400}
                        c="dimmed"
                        fz="sm"
                        style={{ verticalAlign: 'top' }}
                      >
                        {name}
                      </Table.Th>
                      <Table.Td fz="sm" className="numbers">
                        {value}
                        {exact === undefined ? null : (
                          <Text size="xs" c="dimmed" className="numbers">
                            {exact}
                          </Text>
                        )}
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Box>
          ))}
        </Stack>
      </Flex>
      {chain === 'sui' && form.token?.status !== 'DEPLOYED' ? (
        <Alert variant="light" color="yellow" icon={<IconInfoCircle size={18} />}>
          {inCreate('nameIsNotOn', { name: form.token?.name ?? '' })}
        </Alert>
      ) : null}
      {launch.fault && !isShownElsewhere(launch.fault) ? (
        <FaultMessage fault={launch.fault} title={inCreate('dropWasNotLaunched')} />
      ) : null}
    </Stack>
  )
}

/** Whether the refusal names a field, which then shows the error. */
const isShownElsewhere = (fault: unknown): boolean =>
  fault instanceof Error && 'field' in fault && placeOf(String(fault.field)) !== undefined
