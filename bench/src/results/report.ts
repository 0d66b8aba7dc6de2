import type { Measure, MeasureResult } from '../measures/measure.ts'
import type { Machine } from './machine.ts'

/** One run of the bench, as it is written to JSON. */
export interface Report {
  readonly date: string
  readonly kind: ReportKind
  readonly seconds: number
  readonly machine: Machine
  readonly rows: readonly Row[]
}

/** All rows in their long or short form, or only the selected rows. */
export type ReportKind = 'full' | 'short' | 'some'

export interface Row {
  readonly name: string
  readonly title: string
  readonly unit: string
  readonly goal: number | null
  readonly stretch: number | null
  readonly higherIsBetter: boolean
  /** Null if the row could not be measured. */
  readonly result: MeasureResult | null
  /** The reason if the row could not be measured. */
  readonly fault: string | null
}

export type Verdict = 'stretch reached' | 'goal reached' | 'missed' | 'failed' | ''

export const rowOf = (measure: Measure, outcome: MeasureResult | Error): Row => {
  const { name, title, unit, goal, stretch, higherIsBetter } = measure
  const isFault = outcome instanceof Error
  return {
    name,
    title,
    unit,
    goal,
    stretch,
    higherIsBetter,
    result: isFault ? null : outcome,
    fault: isFault ? outcome.message : null,
  }
}

export const verdictOf = ({ result, goal, stretch, higherIsBetter }: Row): Verdict => {
  if (result === null) return 'failed'
  const reaches = (wanted: number | null): boolean =>
    wanted !== null && (higherIsBetter ? result.figure.median >= wanted : result.figure.median <= wanted)
  if (reaches(stretch)) return 'stretch reached'
  if (reaches(goal)) return 'goal reached'
  return goal === null ? '' : 'missed'
}
