import { Button, Group, Modal, SimpleGrid, Stack } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import {
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconBrandX,
  IconDownload,
  IconMail,
  IconPrinter,
  IconShare3,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../words/messages.ts'
import { CopiedText } from '../copyable.tsx'
import { QrCode } from '../qr-code.tsx'
import { saveFile } from '../save-file.ts'
import classes from './share.module.css'
import { qrOutline, shareLinks } from './share-links.ts'

const LOOKS = {
  x: { icon: <IconBrandX size={18} aria-hidden />, words: 'shareOnX' },
  telegram: { icon: <IconBrandTelegram size={18} aria-hidden />, words: 'shareOnTelegram' },
  whatsapp: { icon: <IconBrandWhatsapp size={18} aria-hidden />, words: 'shareOnWhatsApp' },
  email: { icon: <IconMail size={18} aria-hidden />, words: 'shareByEmail' },
} as const

/** A sheet with a drop's QR code, visible only in print. Opens the browser's print dialog. */
function Poster({
  title,
  url,
  onPrinted,
}: {
  readonly title: string
  readonly url: string
  readonly onPrinted: () => void
}) {
  const finish = useRef(onPrinted)
  finish.current = onPrinted
  useEffect(() => {
    const end = () => finish.current()
    addEventListener('afterprint', end)
    print()
    return () => removeEventListener('afterprint', end)
  }, [])
  return createPortal(
    <section className={classes['poster']} aria-hidden>
      <h1 dir="auto">{title}</h1>
      <QrCode url={url} label={t('qrCode')} />
      <p>{t('scanToClaim')}</p>
      <small dir="ltr">{url}</small>
    </section>,
    document.body,
  )
}

/** All ways to share a drop. Loads nothing from the sites that it links to. */
export default function ShareDialog({
  title,
  url,
  fileName,
  isOpen,
  onClose,
}: {
  readonly title: string
  /** The full URL of the claim page. */
  readonly url: string
  /** The file name of a saved QR code, without its extension. */
  readonly fileName: string
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [isPrinting, setPrinting] = useState(false)
  // The dialog returns the focus to where it was when it opened, which it notices only after it is mounted.
  const isMounted = useMounted()
  const saveQrCode = () => {
    const { size, path } = qrOutline(url)
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
    saveFile(`${fileName}.svg`, new Blob([svg], { type: 'image/svg+xml' }))
  }
  return (
    <Modal opened={isOpen && isMounted} onClose={onClose} title={t('shareDrop')} centered>
      <Stack gap="md">
        <Group justify="center">
          <QrCode url={url} label={t('qrCode')} />
        </Group>
        <CopiedText text={url} label={t('link')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          {shareLinks(title, url).map(({ kind, href }) => (
            <Button
              key={kind}
              component="a"
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              variant="default"
              leftSection={LOOKS[kind].icon}
            >
              {t(LOOKS[kind].words)}
            </Button>
          ))}
          <Button variant="default" leftSection={<IconDownload size={18} aria-hidden />} onClick={saveQrCode}>
            {t('saveQrCode')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} aria-hidden />}
            onClick={() => setPrinting(true)}
          >
            {t('printPoster')}
          </Button>
        </SimpleGrid>
        {typeof navigator.share === 'function' ? (
          <Button
            variant="light"
            leftSection={<IconShare3 size={18} aria-hidden />}
            // It is not an error if the user closes the system's share sheet.
            onClick={() => void navigator.share({ title, url }).catch(() => {})}
          >
            {t('shareElsewhere')}
          </Button>
        ) : null}
      </Stack>
      {isPrinting ? <Poster title={title} url={url} onPrinted={() => setPrinting(false)} /> : null}
    </Modal>
  )
}
