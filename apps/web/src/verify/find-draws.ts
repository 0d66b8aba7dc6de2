import { type DrawRecord, parseAddress } from '@dropkit/core'

type Draw = DrawRecord['draws'][number]

/** The draws of a wallet, which may be written short, in any case, or in part; all of them when nothing is asked. */
export function findDraws(draws: readonly Draw[], asked: string): readonly Draw[] {
  const text = asked.trim().toLowerCase()
  if (text === '') return draws
  const whole = normalised(text)
  const exact = whole === null ? [] : draws.filter(({ claimer }) => claimer === whole)
  return exact.length > 0 ? exact : draws.filter(({ claimer }) => claimer.includes(text))
}

/** An address as draws have it; null of what is none. */
export function normalised(text: string): string | null {
  const address = parseAddress(text.trim(), 'wallet')
  return address.ok ? address.value : null
}
