import { Alert, Button, Group, NumberInput, Progress, Stack, Text } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { CreateClaimLinksDocument } from '../../../api/generated/operations.ts'
import { request } from '../../../api/request.ts'
import { AmountInput } from '../../../components/amount-input.tsx'
import { ErrorMessage } from '../../../components/error-message.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { qrOutline } from '../../../components/share/share-links.ts'
import { TimeField } from '../../../components/time-field.tsx'
import { claimUrl, pageData } from '../../../page/page-data.ts'
import { count, decimalsOf, inBaseUnits, measureOf } from '../../../words/amount.ts'
import { inDropTabs } from '../../../words/messages/drop-tabs.ts'
import { Card } from '../../card.tsx'
import { instantOf, TIME_ZONE } from '../../drop-fields/read-inputs.ts'
import { useUnsaved } from '../../use-unsaved.ts'
import type { ShownDrop } from '../use-drop.ts'
import { csvOfLinks, type MadeLink, makeLinks, type Portion, portionsOf } from './make-links.ts'

const MAX_LINKS = 100_000
/** Browsers cannot print more QR codes than this on one sheet. */
const MAX_PRINTED = 1_000

interface Terms {
  readonly amount: string | null
  readonly expiresAt: string | null
}

/** What the creator has typed. */
interface Asked {
  readonly wanted: number | string
  readonly amount: string
  readonly expiresAt: string | null
}

/** The links that this browser has made for a drop and that are not saved. */
interface LinkWork {
  readonly made: readonly MadeLink[]
  /** Of the last run. */
  readonly asked: Asked
  /** The number of links of the last run. */
  readonly total: number
  /** What the last run has left. */
  readonly todo: Portion<Terms>[]
  readonly isRunning: boolean
  /** The error that stopped the last run. Null if there is none. */
  readonly error: unknown
}

const NO_WORK: LinkWork = {
  made: [],
  asked: { wanted: 10, amount: '', expiresAt: null },
  total: 0,
  todo: [],
  isRunning: false,
  error: null,
}

const linksIn = (portions: readonly Portion<Terms>[]): number =>
  portions.reduce((sum, { count }) => sum + count, 0)

/** Makes links, also while the creator is on another screen. */
function useLinkWork(drop: ShownDrop, onEnd: () => void) {
  const [work, setWork, workNow] = useUnsaved(`links ${drop.id}`, NO_WORK)
  const update = (part: Partial<LinkWork>) => {
    const next = { ...workNow(), ...part }
    const { isRunning, error, made, todo } = next
    setWork(isRunning || error !== null || made.length + todo.length > 0 ? next : NO_WORK)
  }

  async function make(asked: Asked, total: number, terms: Terms): Promise<void> {
    const before = workNow()
    if (before.isRunning) return
    const isContinued = before.todo.length > 0 && JSON.stringify(before.asked) === JSON.stringify(asked)
    const begun = before.todo.filter(({ links }) => links)
    const todo = isContinued ? before.todo : [...begun, ...portionsOf(total, terms)]
    update({ asked, total: linksIn(todo), todo, isRunning: true, error: null })
    // The creator may sign out meanwhile, which discards everything.
    const report = (part: Partial<LinkWork>) => {
      if (workNow().todo === todo) update(part)
    }
    const error = await makeLinks(
      claimUrl(drop),
      todo,
      (publicKeys, terms) =>
        request(CreateClaimLinksDocument, { input: { dropId: drop.id, publicKeys, ...terms } }),
      (some) => report({ made: [...workNow().made, ...some] }),
    ).then(
      () => null,
      (thrown: unknown) => thrown,
    )
    report({ isRunning: false, error })
    onEnd()
  }
  return { work, make, forgetMade: () => update({ made: [] }) }
}

/** Creates claim links in this browser. They are available once, as a file and as a sheet to print. */
export function LinkMaker({ drop, onMade }: { readonly drop: ShownDrop; readonly onMade: () => void }) {
  const { work, make, forgetMade } = useLinkWork(drop, onMade)
  const [wanted, setWanted] = useState(work.asked.wanted)
  const [amount, setAmount] = useState(work.asked.amount)
  const [expiresAt, setExpiresAt] = useState(work.asked.expiresAt)
  /** Links that the creator has downloaded, and can download again or print. */
  const [saved, setSaved] = useState<readonly MadeLink[]>([])
  const isOpen = drop.tokenAmount === null
  const each = amount.trim() === '' ? null : inBaseUnits(amount, decimalsOf(drop))
  const total = Number(wanted)
  const isReady = Number.isInteger(total) && total >= 1 && total <= MAX_LINKS && each !== undefined
  const done = work.total - linksIn(work.todo)
  const shown = work.made.length > 0 ? work.made : saved
  const save = (links: readonly MadeLink[]) => {
    setSaved(links)
    forgetMade()
  }
  const start = () =>
    make({ wanted, amount, expiresAt }, total, {
      amount: each ?? null,
      expiresAt: expiresAt && instantOf(expiresAt),
    })

  return (
    <Card title={inDropTabs('createClaimLinks')} hint={inDropTabs('eachLinkLetsOne')}>
      <Stack>
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
        {work.error ? <ErrorMessage error={work.error} /> : null}
        {work.isRunning ? (
          <Progress
            value={(100 * done) / work.total}
            aria-label={inDropTabs('countOfCount2Links', { count: count(done), count2: count(work.total) })}
          />
        ) : null}
        <Group>
          <Button loading={work.isRunning} disabled={!isReady} onClick={() => void start()}>
            {inDropTabs('createValueLinks', { value: isReady ? count(total) : '' })}
          </Button>
        </Group>
        {shown.length > 0 && !work.isRunning ? <MadeLinks drop={drop} links={shown} onSaved={save} /> : null}
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

function MadeLinks({
  drop,
  links,
  onSaved,
}: {
  readonly drop: ShownDrop
  readonly links: readonly MadeLink[]
  /** Called with the links that are still to be shown. */
  readonly onSaved: (links: readonly MadeLink[]) => void
}) {
  const download = () => {
    saveFile(`${drop.shortcode ?? drop.id}-links.csv`, new Blob([csvOfLinks(links)], { type: 'text/csv' }))
    onSaved(links)
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
          <Button leftSection={<IconDownload size={17} />} onClick={download}>
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
          <Button variant="subtle" onClick={() => onSaved([])}>
            {inDropTabs('linksAreSaved')}
          </Button>
        </Group>
        {links.length > MAX_PRINTED ? (
          <Text size="sm">{inDropTabs('upToCountCodes', { count: count(MAX_PRINTED) })}</Text>
        ) : null}
      </Stack>
    </Alert>
  )
}
