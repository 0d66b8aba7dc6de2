import type { DropForm } from './drop-form.ts'
import type { Faults, Surroundings } from './form-faults.ts'

/** The properties of every step. */
export interface StepProps {
  readonly form: DropForm
  readonly change: (part: Partial<DropForm>) => void
  /** The errors to show now. */
  readonly faults: Faults
  readonly surroundings: Surroundings
}
