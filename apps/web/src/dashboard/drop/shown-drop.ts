import type { DropOnScreenFragment } from '../../api/generated/operations.ts'

/** A drop as its owner's screen knows it. */
export type ShownDrop = DropOnScreenFragment
