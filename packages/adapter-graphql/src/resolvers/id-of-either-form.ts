import { err, ok, type Refusal, type Result } from '@dropkit/core'
import { badInput } from '@dropkit/core/internal'

/** Some mutations take their id beside the input or inside it: in one of the two it must be, and in both the same. */
export function idOfEitherForm(
  beside: string | null | undefined,
  inside: string | null | undefined,
): Result<string, Refusal> {
  const id = beside ?? inside
  if (id == null) return err(badInput('id', 'id is missing: give it beside the input or inside it'))
  if (inside != null && inside !== id) {
    return err(badInput('id', `id is ${id} beside the input and ${inside} inside it: they must agree`))
  }
  return ok(id)
}
