import { Alert, Button, Group, NumberInput, Progress, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useSingleMutation } from '../../../api/changes.ts'
import { CreateClaimLinksDocument } from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { qrOutline } from '../../../components/share/share-links.ts'
import { TimeField } from '../../../components/time-field.tsx'
import { claimUrl } from '../../../page/claim-url.ts'
import { pageData } from '../../../page/page-data.ts'
import { count, decimalsOf, inBaseUnits, measureOf } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { TIME_ZONE } from '../../drop-fields/read-inputs.ts'
import { Card } from '../card.tsx'
import type { ShownDrop } from '../use-drop.ts'
import { csvOfLinks, type MadeLink, makeLinks, type Portion, portionsOf } from './make-links.ts'

const MAX_LINKS = 100_000
/** Browsers cannot print more QR codes than this on one sheet. */
const MAX_PRINTED = 1_000

interface Terms {
  readonly amount: string | null
  readonly expiresAt: string | null
}

/** Creates claim links in this browser. They are available once, as a file and as a sheet to print. */
export function LinkMaker({ drop, onMade }: { readonly drop: ShownDrop; readonly onMade: () => void }) {
  const [wanted, setWanted] = useState<number | string>(10)
  const [amount, setAmount] = useState('')
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const [made, setMade] = useState<readonly MadeLink[]>([])
  const isOpen = drop.tokenAmount === null
  const each = amount.trim() === '' ? null : inBaseUnits(amount, decimalsOf(drop))
  const total = Number(wanted)
  const isReady = Number.isInteger(total) && total >= 1 && total <= MAX_LINKS && each !== undefined

  const asked = JSON.stringify([total, each, expiresAt])
  /** What a failed run has left. */
  const left = useRef<{ readonly asked: string; readonly todo: Portion<Terms>[] }>({ asked: '', todo: [] })
  const making = useSingleMutation({
    mutationFn: () => {
      const { todo, asked: before } = left.current
      if (todo.length === 0 || before !== asked) {
        const terms = { amount: each ?? null, expiresAt: expiresAt && new Date(expiresAt).toISOString() }
        const begun = todo.filter(({ links }) => links)
        left.current = { asked, todo: [...begun, ...portionsOf(total, terms)] }
      }
      return makeLinks(
        claimUrl(drop),
        left.current.todo,
        (publicKeys, terms) =>
          request(CreateClaimLinksDocument, { input: { dropId: drop.id, publicKeys, ...terms } }, {}),
        (some) => setMade((before) => [...before, ...some]),
      )
    },
    onSettled: onMade,
  })
  const done = total - left.current.todo.reduce((sum, { count }) => sum + count, 0)

  return (
    <Card>
      <Stack>
        <div>
          <Title order={2} size="h4">
            {inDropTabs('createClaimLinks')}
          </Title>
          <Text size="sm" c="dimmed">
            {inDropTabs('eachLinkLetsOne')}
          </Text>
        </div>
        <Group align="flex-start" grow preventGrowOverflow={false}>
          <NumberInput
            label={inDropTabs('howMany')}
            value={wanted}
            onChange={setWanted}
            min={1}
            max={MAX_LINKS}
            allowDecimal={false}
          />
          {isOpen ? (
            <AmountInput
              label={inDropTabs('amountForEach')}
              description={inDropTabs('leaveItEmptyTo')}
              token={measureOf(drop)}
              value={amount}
              onChange={setAmount}
              error={each === undefined ? inDropTabs('thatIsNotAmount') : undefined}
            />
          ) : null}
          <TimeField
            label={inDropTabs('expires')}
            description={TIME_ZONE}
            placeholder={inDropTabs('never')}
            value={expiresAt}
            onChange={setExpiresAt}
            clearable
          />
        </Group>
        {making.error ? <ErrorMessage error={making.error} /> : null}
        {making.isPending ? (
          <Progress
            value={(100 * done) / total}
            aria-label={inDropTabs('countOfCount2Links', { count: count(done), count2: count(total) })}
          />
        ) : null}
        <Group>
          <Button loading={making.isPending} disabled={!isReady} onClick={() => making.mutate()}>
            {inDropTabs('createValueLinks', { value: isReady ? count(total) : '' })}
          </Button>
        </Group>
        {made.length > 0 && !making.isPending ? <MadeLinks drop={drop} links={made} /> : null}
      </Stack>
    </Card>
  )
}

const STYLE = `.dropkit-sheet { display: none }
@media print {
  body > *:not(.dropkit-sheet) { display: none !important }
  .dropkit-sheet { display: grid; grid-template-columns: repeat(4, 1fr); gap: 6mm; font: 9pt sans-serif }
  .dropkit-sheet figure { margin: 0; text-align: center; break-inside: avoid }
  .dropkit-sheet svg { width: 100% }
}`
const SVG = 'http://www.w3.org/2000/svg'

/** Prints a QR code for each link, four per row, with their numbers. Removes the sheet from the page afterwards. */
function printSheet(title: string, links: readonly MadeLink[]): void {
  const style = document.createElement('style')
  style.nonce = pageData.nonce
  style.textContent = STYLE
  const sheet = document.createElement('div')
  sheet.className = 'dropkit-sheet'
  sheet.append(...links.map(({ url }, index) => figureOf(`${title} · ${index + 1}`, url)))
  document.head.append(style)
  document.body.append(sheet)
  const clear = () => {
    style.remove()
    sheet.remove()
  }
  addEventListener('afterprint', clear, { once: true })
  print()
}

function figureOf(caption: string, url: string): HTMLElement {
  const { size, path } = qrOutline(url)
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`)
  const outline = document.createElementNS(SVG, 'path')
  outline.setAttribute('d', path)
  svg.append(outline)
  const text = document.createElement('figcaption')
  text.textContent = caption
  const figure = document.createElement('figure')
  figure.append(svg, text)
  return figure
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
    <Alert
      color="yellow"
      variant="light"
      title={inDropTabs('countLinksShownOnly', { count: count(links.length) })}
    >
      <Stack gap="sm">
        <Text size="sm">{inDropTabs('saveThemBeforeYou')}</Text>
        <Group gap="xs">
          <Button leftSection={<IconDownload size={17} />} onClick={save}>
            {inDropTabs('downloadCsv')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={17} />}
            disabled={links.length > MAX_PRINTED}
            onClick={() => printSheet(drop.title, links)}
          >
            {inDropTabs('printQrCodes')}
          </Button>
        </Group>
        {links.length > MAX_PRINTED ? (
          <Text size="sm">{inDropTabs('upToCountCodes', { count: count(MAX_PRINTED) })}</Text>
        ) : null}
      </Stack>
    </Alert>
  )
}
