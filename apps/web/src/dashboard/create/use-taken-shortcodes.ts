import { useDebouncedValue } from '@mantine/hooks'
import { useCallback, useEffect, useState } from 'react'
import { ShortcodeTakenDocument } from '../../api/generated/operations.ts'
import { useRead } from '../../api/reads.ts'
import { otherShortcode, shortcodeOf, type TakenShortcodes } from './shortcode.ts'
import type { Draft } from './use-draft.ts'

const TYPING_PAUSE_MS = 400

/** The taken shortcodes among those that the draft had so far. `replace` adds one and returns the one to use instead. */
export function useTakenShortcodes({ form, stepName }: Draft) {
  const [taken, setTaken] = useState<TakenShortcodes>(new Map())
  const [shortcode] = useDebouncedValue(shortcodeOf(form, taken), TYPING_PAUSE_MS)
  // The last step launches the drop. If the answer is lost, this drop may have the shortcode.
  const isAsked = shortcode !== '' && stepName !== 'review'
  const { data } = useRead(ShortcodeTakenDocument, { shortcode }, { enabled: isAsked })
  const isTaken = isAsked && data?.dropByShortcode != null
  const replace = useCallback((found: string): string => {
    const other = otherShortcode(found)
    setTaken((before) => new Map([...before, [found.toLowerCase(), other]]))
    return other
  }, [])
  useEffect(() => {
    if (isTaken) replace(shortcode)
  }, [isTaken, shortcode, replace])
  return { taken, replace }
}
