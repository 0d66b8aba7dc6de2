import { useMemo } from 'react'
import classes from './qr-code.module.css'
import { qrOutline } from './qr-outline.ts'

/** A web address for the camera of a phone. */
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
