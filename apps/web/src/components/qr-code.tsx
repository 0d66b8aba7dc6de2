import { useMemo } from 'react'
import classes from './qr-code.module.css'
import { qrOutline } from './qr-outline.ts'

/** A QR code for a URL. */
export function QrCode({ url, label }: { readonly url: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrOutline(url), [url])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes['code']}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101714" />
    </svg>
  )
}
