/** A stored field that differs from what follows from the rest of the store. */
export interface Difference {
  /** Null if it concerns no drop. */
  readonly dropId: string | null
  /** The id of a drop, claim, intent …, or a part of the store. */
  readonly record: string
  readonly field: string
  /** The stored value. */
  readonly kept: string
  /** The value that follows from other rows, or the required value. */
  readonly derived: string
}

export type Report = (difference: Difference) => void

type Said = string | number | bigint | boolean | null | undefined

/** Reports a field of a record if the two values differ. */
export type Compare = (record: string, field: string, kept: Said, derived: Said) => void

export const comparing =
  (report: Report, dropId: string | null): Compare =>
  (record, field, kept, derived) => {
    if (kept === derived) return
    const [one, other] = [textOf(kept), textOf(derived)]
    if (one !== other) report({ dropId, record, field, kept: one, derived: other })
  }

const textOf = (said: Said): string => (said === null || said === undefined ? 'none' : String(said))
