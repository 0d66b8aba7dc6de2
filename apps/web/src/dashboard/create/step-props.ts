import type { DropForm } from './drop-form.ts'
import type { Faults, Surroundings } from './form-faults.ts'

/** What every step of the wizard takes. */
export interface StepProps {
  readonly form: DropForm
  readonly change: (part: Partial<DropForm>) => void
  /** Those that are to be shown by now. */
  readonly faults: Faults
  readonly surroundings: Surroundings
  /** Remembers that a shortcode is another drop's. */
  readonly onTaken: (shortcode: string) => void
}
