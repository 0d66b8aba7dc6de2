import { Button, Group, Stack, Table, Text, Title, VisuallyHidden } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../../api/changes.ts'
import {
  ClaimLinksPageDocument,
  type ClaimLinksPageQuery,
  RevokeClaimLinksDocument,
} from '../../../api/generated/operations.ts'
import { usePages } from '../../../api/reads.ts'
import { ErrorMessage, NotLoaded } from '../../../components/error-message.tsx'
import { EmptyState, LoadMore } from '../../../components/list-parts.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { shortAddress } from '../../../words/addresses.ts'
import { amountInWords } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import classes from '../drop.module.css'
import type { ShownDrop } from '../use-drop.ts'
import { LinkMaker } from './link-maker.tsx'

type ShownLink = ClaimLinksPageQuery['claimLinks'][number]

const LOOK_MS = 10_000

/** The claim links of a drop: create, list and revoke them. */
export function LinksTab({ drop }: { readonly drop: ShownDrop }) {
  const links = usePages(ClaimLinksPageDocument, { dropId: drop.id }, ({ claimLinks }) => claimLinks, {
    refetchInterval: LOOK_MS,
  })
  if (drop.price !== null)
    return (
      <EmptyState icon={<IconLink size={28} />} title={inDropTabs('claimLinksAreFor')}>
        {inDropTabs('thisDropHasPrice')}
      </EmptyState>
    )
  if (drop.admission === 'LOTTERY')
    return (
      <EmptyState icon={<IconLink size={28} />} title={inDropTabs('lotteryCannotUseClaim')}>
        {inDropTabs('onlyDrawnWalletsClaim')}
      </EmptyState>
    )
  return (
    <Stack gap="md">
      <LinkMaker drop={drop} onMade={links.refetch} />
      <Card>
        {links.items === undefined ? (
          <NotLoaded read={links} height={200} aria-label={inDropTabs('linksAreLoading')} />
        ) : links.items.length === 0 ? (
          <EmptyState icon={<IconLink size={28} />} title={inDropTabs('noClaimLinksYet')}>
            {inDropTabs('eachLinkLetsOnePerson')}
          </EmptyState>
        ) : (
          <Stack>
            <LinksTable drop={drop} links={links.items} onRevoked={links.refetch} />
            <LoadMore list={links} />
          </Stack>
        )}
      </Card>
    </Stack>
  )
}

function LinksTable({
  drop,
  links,
  onRevoked,
}: {
  readonly drop: ShownDrop
  readonly links: readonly ShownLink[]
  readonly onRevoked: () => void
}) {
  const revoking = useChange(RevokeClaimLinksDocument, { onDone: onRevoked })
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {inDropTabs('links')}
      </Title>
      {revoking.error ? <ErrorMessage error={revoking.error} /> : null}
      <Table verticalSpacing="xs" className={classes['table'] ?? ''} role="table">
        <Table.Thead role="rowgroup">
          <Table.Tr role="row">
            <Table.Th role="columnheader">{inDropTabs('link2')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('status')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('amount')}</Table.Th>
            <Table.Th role="columnheader">{inDropTabs('claimedBy')}</Table.Th>
            <Table.Th role="columnheader">
              <VisuallyHidden>{inDropTabs('revoke')}</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody role="rowgroup">
          {links.map((link) => (
            <Table.Tr key={link.id} role="row">
              <Table.Td role="cell" data-column={inDropTabs('link2')} ff="monospace" translate="no">
                {link.id.slice(0, 8)}…
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('status')}>
                <StatusBadge status={link.status === 'ACTIVE' ? 'UNUSED' : link.status} size="sm" />
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('amount')} className="numbers">
                {link.amount === null ? '–' : amountInWords(drop, link.amount)}
              </Table.Td>
              <Table.Td role="cell" data-column={inDropTabs('claimedBy')} ff="monospace">
                {link.status === 'USED' && link.claim?.userAddress
                  ? shortAddress(link.claim.userAddress)
                  : '–'}
              </Table.Td>
              <Table.Td role="cell">
                {link.status === 'ACTIVE' ? (
                  <Group justify="flex-end" w="100%">
                    <Button
                      size="compact-sm"
                      color="red"
                      variant={asked === link.id ? 'filled' : 'subtle'}
                      loading={revoking.isPending && asked === link.id}
                      onClick={() =>
                        asked === link.id
                          ? revoking.mutate({ input: { dropId: drop.id, ids: [link.id] } })
                          : setAsked(link.id)
                      }
                    >
                      {asked === link.id ? inDropTabs('revokeThisLink') : inDropTabs('revoke')}
                    </Button>
                  </Group>
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {inDropTabs('newestFirstLinksThemselves')}
      </Text>
    </Stack>
  )
}
