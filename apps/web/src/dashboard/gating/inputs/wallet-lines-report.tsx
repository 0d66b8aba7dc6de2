import { Alert, Button, List, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { count, counted } from '../../../words/amount.ts'
import { lineNumbers, type WalletLines } from '../wallet-lines.ts'

const MOST_FAULTS = 6

/** How many wallets a list has, which lines say one again, and which are none. */
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
        {counted(addresses.length, 'wallet')}
        {duplicates.length === 0
          ? null
          : `. ${duplicates.length === 1 ? 'Line' : 'Lines'} ${lineNumbers(duplicates)} ${
              duplicates.length === 1 ? 'repeats one that is' : 'repeat ones that are'
            } there already and ${duplicates.length === 1 ? 'counts' : 'count'} once.`}
      </Text>
      {faults.length === 0 ? null : (
        <Alert
          color="red"
          variant="light"
          icon={<IconAlertTriangle size={18} />}
          title={
            faults.length === 1 ? '1 line is no address' : `${count(faults.length)} lines are no addresses`
          }
        >
          <List size="sm" spacing={2}>
            {faults.slice(0, MOST_FAULTS).map(({ line, text }) => (
              <List.Item key={line} style={{ overflowWrap: 'anywhere' }}>
                Line {line}: “{text}”
              </List.Item>
            ))}
          </List>
          {faults.length > MOST_FAULTS ? (
            <Text size="sm">
              Also line{' '}
              {lineNumbers(
                faults.slice(MOST_FAULTS).map(({ line }) => line),
                12,
              )}
            </Text>
          ) : null}
          <Button variant="light" color="red" size="xs" mt="xs" onClick={onLeaveOut}>
            Leave {faults.length === 1 ? 'it' : 'them'} out
          </Button>
        </Alert>
      )}
    </>
  )
}
