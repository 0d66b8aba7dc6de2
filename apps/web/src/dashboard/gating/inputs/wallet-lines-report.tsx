import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { inGating } from '../../../words/messages/gating.ts'
import { lineNumbers, type WalletLines } from '../wallet-lines.ts'

const MOST_FAULTS = 6

/** How many wallets a list contains, and which lines are duplicates or invalid. */
export function WalletLinesReport({
  lines: { addresses, duplicates, faults },
  onLeaveOut,
}: {
  readonly lines: WalletLines
  readonly onLeaveOut: () => void
}) {
  if (addresses.length + faults.length === 0) return null
  return (
    <>
      <Text size="sm" c="dimmed" className="numbers" role="status">
        {duplicates.length === 0
          ? inGating('wallets', { count: addresses.length })
          : inGating('walletsRepeated', {
              count: addresses.length,
              repeats: duplicates.length,
              lines: lineNumbers(duplicates),
            })}
      </Text>
      {faults.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={inGating('linesWithoutAddress', { count: faults.length })}
        >
          <List size="sm" spacing={2}>
            {faults.slice(0, MOST_FAULTS).map(({ line, text }) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                {inGating('lineLineText', { line, text })}
              </List.Item>
            ))}
          </List>
          {faults.length > MOST_FAULTS ? (
            <Text size="sm">
              {inGating('alsoLines', {
                lines: lineNumbers(
                  faults.slice(MOST_FAULTS).map(({ line }) => line),
                  12,
                ),
              })}
            </Text>
          ) : null}
          <Button variant="light" color="red" size="xs" mt="xs" onClick={onLeaveOut}>
            {inGating('leaveOut', { count: faults.length })}
          </Button>
        </Alert>
      )}
    </>
  )
}
