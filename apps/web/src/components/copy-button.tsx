import { type ReactNode, useEffect, useState } from 'react'

const SHOWN_MS = 2_000

/** Gives its content a function that copies the text, and whether it was just copied. */
export function CopyButton({
  value,
  children,
}: {
  readonly value: string
  readonly children: (state: { readonly copied: boolean; readonly copy: () => void }) => ReactNode
}) {
  const [copies, setCopies] = useState(0)
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (copies === 0) return
    setCopied(true)
    const end = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(end)
  }, [copies])
  const copy = () => void copyText(value).then((isDone) => isDone && setCopies((count) => count + 1))
  return children({ copied, copy })
}

/** Browsers have `navigator.clipboard` only on https pages and on this machine's. */
async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  const selected = document.createElement('span')
  selected.style.whiteSpace = 'pre'
  selected.textContent = text
  document.body.append(selected)
  getSelection()?.selectAllChildren(selected)
  const isDone = document.execCommand('copy')
  selected.remove()
  return isDone
}
