import type { DrawRecord } from '@dropkit/core'
import { Badge, Card, Group, Pagination, Stack, Table, Text, TextInput, Title } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { shortAddress } from '../words/addresses.ts'
import { bareAmount, count, type Measured, unitOf } from '../words/amount.ts'
import { inVerify, t } from '../words/messages.ts'
import { findDraws, normalised } from './draws.ts'
import classes from './verify.module.css'

const ROWS = 25

/** All draws in their order. The draws of `wallet` are marked and shown first. */
export function DrawsTable({
  draws,
  wallet,
  drop,
}: {
  readonly draws: DrawRecord['draws']
  /** An address: 0x and up to 64 digits; or empty. */
  readonly wallet: string
  readonly drop: Measured
}) {
  const [asked, setAsked] = useState(wallet)
  const [page, setPage] = useState(1)
  const found = useMemo(() => findDraws(draws, asked), [draws, asked])
  const marked = normalised(wallet)
  const hasRounds = draws.some(({ draw }) => draw != null)
  const pages = Math.ceil(found.length / ROWS)
  return (
    <Card withBorder padding="lg">
      <Stack gap="md">
        <Group justify="space-between" align="flex-end" gap="sm">
          <Title order={2} size="h4">
            {inVerify('draws')}
          </Title>
          <TextInput
            label={inVerify('findWallet')}
            placeholder="0x…"
            value={asked}
            onChange={(event) => {
              setAsked(event.currentTarget.value)
              setPage(1)
            }}
            leftSection={<IconSearch size={16} aria-hidden />}
            flex="1 1 200px"
            maw={360}
            spellCheck={false}
            autoComplete="off"
          />
        </Group>
        <Text size="sm" c="dimmed" role="status" className="numbers">
          {asked.trim() === ''
            ? inVerify('draws2', { draws: draws.length })
            : found.length === 0
              ? inVerify('noDrawOfSuch')
              : inVerify('countOfDraws', { count: count(found.length), draws: draws.length })}
        </Text>
        {found.length === 0 ? null : (
          <Table verticalSpacing="xs" className={classes['draws']}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={64}>{inVerify('draw')}</Table.Th>
                <Table.Th>{inVerify('wallet')}</Table.Th>
                {hasRounds ? <Table.Th ta="right">{inVerify('round')}</Table.Th> : null}
                <Table.Th ta="right">{inVerify('amountUnit', { unit: unitOf(drop) })}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found
                .slice((page - 1) * ROWS, page * ROWS)
                .map(({ sequence, claimer, recipient, amount, draw }) => (
                  <Table.Tr key={sequence} data-marked={claimer === marked || undefined}>
                    <Table.Td className="numbers">{count(sequence)}</Table.Td>
                    <Table.Td ff="monospace">
                      <Group gap="xs">
                        <span className={classes['wallet']} title={claimer}>
                          {shortAddress(claimer)}
                        </span>
                        {recipient == null ? null : (
                          <span className={classes['wallet']} title={recipient.address}>
                            → {shortAddress(recipient.address)}
                          </span>
                        )}
                        {claimer === marked ? (
                          <Badge size="sm" tt="none" ff="text">
                            {inVerify('yourWallet')}
                          </Badge>
                        ) : null}
                      </Group>
                    </Table.Td>
                    {hasRounds ? (
                      <Table.Td ta="right" className="numbers">
                        {draw == null ? '' : count(draw.round)}
                      </Table.Td>
                    ) : null}
                    <Table.Td ta="right" className="numbers">
                      {draw != null && amount === 0n ? t('notDrawnYet') : bareAmount(drop, amount)}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </Table>
        )}
        {pages > 1 ? (
          <Pagination
            total={pages}
            value={page}
            onChange={setPage}
            size="sm"
            siblings={0}
            getControlProps={(control) => ({ 'aria-label': `${control} page` })}
            getItemProps={(item) => ({ 'aria-label': inVerify('pageItem', { item }) })}
          />
        ) : null}
      </Stack>
    </Card>
  )
}
