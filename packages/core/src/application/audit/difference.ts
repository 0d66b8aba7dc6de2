/** Something that a store says otherwise than what follows from all the rest of it. */
export interface Difference {
  /** Null for what is about no drop. */
  readonly dropId: string | null
  /** What it is said of: a drop, a claim, an intent … by its id, or the part of the store. */
  readonly record: string
  readonly field: string
  /** As it is kept. */
  readonly kept: string
  /** As it follows from other rows, or what it must be. */
  readonly derived: string
}

export type Report = (difference: Difference) => void

type Said = string | number | bigint | boolean | null | undefined

/** Reports a field of a record where the two differ. */
export type Compare = (record: string, field: string, kept: Said, derived: Said) => void

export const comparing =
  (report: Report, dropId: string | null): Compare =>
  (record, field, kept, derived) => {
    if (kept === derived) return
    const [one, other] = [textOf(kept), textOf(derived)]
    if (one !== other) report({ dropId, record, field, kept: one, derived: other })
  }

const textOf = (said: Said): string => (said === null || said === undefined ? 'none' : String(said))
