import { Box, Button, Group, Paper, SimpleGrid, Text } from '@mantine/core'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { IconDice5 } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { inWholeTokens } from '../../words/amount.ts'
import { inCreate } from '../../words/messages/create.ts'
import classes from './draw-histogram.module.css'
import { previewDraws, roughly } from './draw-preview.ts'

const freshSeed = (): Uint8Array => crypto.getRandomValues(new Uint8Array(32))
const utf8 = new TextEncoder()

/** A sample of a random drop's amounts, drawn with the server's algorithm and a seed of this page. */
export function DrawHistogram({
  pool,
  items,
  unit,
}: {
  readonly pool: bigint
  readonly items: number | null
  readonly unit: { readonly symbol: string; readonly decimals: number }
}) {
  const [seed, setSeed] = useState(freshSeed)
  const settledPool = useDeferredValue(pool)
  const settledItems = useDeferredValue(items)
  const preview = useMemo(
    () =>
      previewDraws({ pool: settledPool, items: settledItems }, (message) =>
        hmac(sha256, seed, utf8.encode(message)),
      ),
    [settledPool, settledItems, seed],
  )
  if (!preview) return null
  const tallest = Math.max(...preview.bars)
  const amount = (value: bigint) => `${inWholeTokens(roughly(value), unit.decimals)} ${unit.symbol}`
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <Text fw={600} size="sm">
          {inCreate('howDrawsMayFall', { count: preview.draws })}
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDice5 size={16} />}
          onClick={() => setSeed(freshSeed())}
        >
          {inCreate('drawAgain')}
        </Button>
      </Group>
      <div className={classes['bars']} aria-hidden="true">
        {preview.bars.map((height, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            className={classes['bar']}
            style={{ height: `${Math.max(2, (100 * height) / tallest)}%` }}
          />
        ))}
      </div>
      <SimpleGrid cols={3} spacing="xs" mt="sm">
        <Figure label={inCreate('least')} value={amount(preview.least)} />
        <Figure label={inCreate('typical')} value={amount(preview.typical)} />
        <Figure label={inCreate('most')} value={amount(preview.most)} />
      </SimpleGrid>
      <Text size="xs" c="dimmed" mt="sm">
        {items === null ? inCreate('withoutNumberOfItems') : inCreate('drawsAddUpTo')}
      </Text>
    </Paper>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <Box miw={0}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" fw={600} className="numbers">
        {value}
      </Text>
    </Box>
  )
}
