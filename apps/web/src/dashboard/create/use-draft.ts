import { useEffect, useState } from 'react'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import type { DropForm } from './drop-form.ts'
import type { FormErrors } from './form-errors.ts'
import type { LaunchProgress } from './launch.ts'
import { EMPTY_DRAFT, readDraft, type SavedDraft, saveDraft, withToken } from './saved-draft.ts'
import { STEPS, type StepName } from './steps.ts'

/**
 * The drop in preparation, stored in this browser at every change, and the errors of the server about it. A new draft
 * starts with the token from the URL, if there is one.
 */
export function useDraft(userId: string, asked: TokenRowFragment | null) {
  const [draft, setDraft] = useState<SavedDraft>(() => withToken(readDraft(userId), asked))
  const [refused, setRefused] = useState<FormErrors>({})
  useEffect(() => saveDraft(userId, draft.progress.isDone ? null : draft), [userId, draft])

  return {
    ...draft,
    refused,
    stepName: STEPS[draft.step]?.name ?? 'token',
    change(part: Partial<DropForm>) {
      setDraft((before) => ({ ...before, form: { ...before.form, ...part } }))
      // The change may have fixed the error.
      setRefused({})
    },
    goTo(step: number) {
      setDraft((before) => ({ ...before, step, furthest: Math.max(before.furthest, step) }))
    },
    reach(progress: LaunchProgress) {
      setDraft((before) => ({ ...before, progress }))
    },
    refuse(errors: FormErrors) {
      setRefused(errors)
    },
    throwAway() {
      setDraft(EMPTY_DRAFT)
      setRefused({})
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

export const indexOf = (name: StepName): number => STEPS.findIndex((step) => step.name === name)
