import type { DropOnScreenFragment } from '../../api/generated/operations.ts'

/** A drop with all the data that its owner's screen shows. */
export type ShownDrop = DropOnScreenFragment
