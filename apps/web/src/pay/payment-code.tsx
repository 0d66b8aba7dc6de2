import { useMemo } from 'react'
import classes from './payment-code.module.css'
import { qrOutline } from './qr-outline.ts'

/**
 * This page's own address, for the camera of a phone. Sui's payment links (`sui:…?amount=`) are read by few wallets and
 * carry another reference than ours; every phone reads a web address, and on the page that it opens (in a wallet's own
 * browser, too) one pays the exact amount with the memo in it.
 */
export function PaymentCode({ url }: { readonly url: string }) {
  const { size, path } = useMemo(() => qrOutline(url), [url])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={classes['code']}
      role="img"
      aria-label="QR code that opens this payment on a phone"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#101714" />
    </svg>
  )
}
