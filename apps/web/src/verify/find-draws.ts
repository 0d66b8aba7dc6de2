import { type DrawRecord, parseAddress } from '@dropkit/core'

type Draw = DrawRecord['draws'][number]

/** The draws of a wallet, given by its address in short form, in any case, or in part. All draws if it is empty. */
export function findDraws(draws: readonly Draw[], asked: string): readonly Draw[] {
  const text = asked.trim().toLowerCase()
  if (text === '') return draws
  const whole = normalised(text)
  const exact = whole === null ? [] : draws.filter(({ claimer }) => claimer === whole)
  return exact.length > 0 ? exact : draws.filter(({ claimer }) => claimer.includes(text))
}

/** An address in the form in which draws contain it. Null if it is not an address. */
export function normalised(text: string): string | null {
  const address = parseAddress(text.trim(), 'wallet')
  return address.ok ? address.value : null
}
