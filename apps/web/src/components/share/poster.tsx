import { useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../words/messages.ts'
import { QrCode } from '../qr-code.tsx'
import classes from './poster.module.css'

/** A sheet with a drop's QR code, visible only in print. Opens the browser's print dialog. */
export function Poster({
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
