import { useMemo } from 'react'
import classes from './share/share.module.css'
import { qrOutline } from './share/share-links.ts'

/** A QR code for a URL. */
export function QrCode({ url, label }: { readonly url: string; readonly label: string }) {
  const { size, path } = useMemo(() => qrOutline(url), [url])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes['qrCode']}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101714" />
    </svg>
  )
}
