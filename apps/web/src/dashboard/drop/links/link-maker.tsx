import { Alert, Button, Group, NumberInput, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateClaimLinksDocument } from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { FaultMessage } from '../../../components/fault-message.tsx'
import { TimeField } from '../../../components/time-field.tsx'
import { claimUrl } from '../../../page/claim-url.ts'
import { count, inBaseUnits } from '../../../words/amount.ts'
import { decimalsOf, measureOf } from '../../../words/drop-amount.ts'
import { Card } from '../card.tsx'
import { TIME_ZONE } from '../local-time.ts'
import type { ShownDrop } from '../shown-drop.ts'
import { csvOfLinks, type MadeLink, makeLinks } from './make-links.ts'
import { printSheet } from './print-sheet.ts'

const MOST_LINKS = 100_000
/** More codes on one sheet are too many for a browser to print. */
const MOST_PRINTED = 1_000

/** Makes claim links in this browser, and gives them out once: as a file and as a sheet to print. */
export function LinkMaker({ drop, onMade }: { readonly drop: ShownDrop; readonly onMade: () => void }) {
  const [wanted, setWanted] = useState<number | string>(10)
  const [amount, setAmount] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [made, setMade] = useState<readonly MadeLink[]>([])
  const isOpen = drop.tokenAmount === null
  const each = amount.trim() === '' ? null : inBaseUnits(amount, decimalsOf(drop))
  const total = Number(wanted)
  const isReady = Number.isInteger(total) && total >= 1 && total <= MOST_LINKS && each !== undefined

  const making = useMutation({
    mutationFn: () => {
      const terms = { amount: each ?? null, expiresAt: expiresAt && new Date(expiresAt).toISOString() }
      return makeLinks(
        claimUrl(drop),
        total,
        (publicKeys) =>
          request(CreateClaimLinksDocument, { input: { dropId: drop.id, publicKeys, ...terms } }, {}),
        (some) => setMade([...some]),
      )
    },
    onSettled: onMade,
  })

  return (
    <Card>
      <Stack>
        <div>
          <Title order={3} size="h4">
            Create claim links
          </Title>
          <Text size="sm" c="dimmed">
            Each link lets one person claim once. The keys are made in this browser; the service gets only
            their public halves.
          </Text>
        </div>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <NumberInput
            label="How many"
            value={wanted}
            onChange={setWanted}
            min={1}
            max={MOST_LINKS}
            allowDecimal={false}
          />
          {isOpen ? (
            <AmountInput
              label="Amount for each"
              description="Leave it empty to let people choose"
              token={measureOf(drop)}
              value={amount}
              onChange={setAmount}
              error={each === undefined ? 'That is not an amount of this token.' : undefined}
            />
          ) : null}
          <TimeField
            label="Expires"
            description={TIME_ZONE}
            placeholder="Never"
            value={expiresAt}
            onChange={setExpiresAt}
            clearable
          />
        </Group>
        {making.error ? <FaultMessage fault={making.error} /> : null}
        {making.isPending ? (
          <Progress
            value={(100 * made.length) / total}
            aria-label={`${count(made.length)} of ${count(total)} links`}
          />
        ) : null}
        <Group>
          <Button loading={making.isPending} disabled={!isReady} onClick={() => making.mutate()}>
            Create {isReady ? count(total) : ''} links
          </Button>
        </Group>
        {made.length > 0 && !making.isPending ? <MadeLinks drop={drop} links={made} /> : null}
      </Stack>
    </Card>
  )
}

function MadeLinks({ drop, links }: { readonly drop: ShownDrop; readonly links: readonly MadeLink[] }) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([csvOfLinks(links)], { type: 'text/csv' }))
    const anchor = document.createElement('a')
    anchor.href = url
    anchor.download = `${drop.shortcode ?? drop.id}-links.csv`
    anchor.click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  }
  return (
    <Alert color="yellow" variant="light" title={`${count(links.length)} links, shown only now`}>
      <Stack gap="sm">
        <Text size="sm">
          Save them before you leave this page: they cannot be shown again. Anyone who has a link can use it.
        </Text>
        <Group gap="xs">
          <Button leftSection={<IconDownload size={17} />} onClick={save}>
            Download CSV
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={17} />}
            disabled={links.length > MOST_PRINTED}
            onClick={() => printSheet(drop.title, links)}
          >
            Print QR codes
          </Button>
        </Group>
        {links.length > MOST_PRINTED ? (
          <Text size="sm">
            Up to {count(MOST_PRINTED)} codes can be printed at once. Use the CSV file for more.
          </Text>
        ) : null}
      </Stack>
    </Alert>
  )
}
