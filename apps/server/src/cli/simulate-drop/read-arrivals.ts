import type { Arrivals } from '@dropkit/core'
import { DURATION_SHAPE, readDuration } from './duration.ts'

const MODELS = ['steady', 'poisson', 'rush', 'daily'] as const

/** The format of `--arrivals`. */
const ARRIVALS_SHAPE =
  'MODEL:WALLETS:DURATION, such as rush:100000:10m; MODEL:DURATION with a list of wallets'

/**
 * Parses `rush:100000:10m`. The duration is the half-life of a rush, or the total duration for the other models. Returns a
 * string if the text is invalid: the error message.
 */
export function readArrivals(text: string): Arrivals | string {
  const parts = text.split(':')
  const [model, duration] = [parts[0], parts.at(-1) ?? '']
  if (parts.length < 2 || parts.length > 3) return `--arrivals wants ${ARRIVALS_SHAPE}`
  const known = MODELS.find((name) => name === model)
  if (!known) return `--arrivals knows ${MODELS.join(', ')}, not ${model}`
  const ms = readDuration(duration)
  if (ms === undefined) return `--arrivals ends in a duration: ${DURATION_SHAPE}, not ${duration}`
  const count = parts.length === 3 ? parts[1] : undefined
  if (count !== undefined && !/^\d{1,9}$/.test(count))
    return `--arrivals wants a number of wallets, not ${count}`
  const wallets = count === undefined ? {} : { wallets: Number(count) }
  return known === 'rush'
    ? { model: known, halfLifeMs: ms, ...wallets }
    : { model: known, overMs: ms, ...wallets }
}
