import { useEffect, useState } from 'react'
import type { TokenRowFragment } from '../../api/generated/operations.ts'
import { readSaved, save } from '../../session/saved.ts'
import { numberLocale, retyped } from '../../words/amount.ts'
import { type DropForm, EMPTY_FORM } from './drop-form.ts'
import type { FormErrors } from './form-errors.ts'
import { type LaunchProgress, NOT_LAUNCHED } from './launch.ts'
import { STEPS, type StepName } from './steps.ts'

/** A drop in preparation, as this browser stores it. */
interface SavedDraft {
  readonly form: DropForm
  /** The current step, from 0. */
  readonly step: number
  /** The furthest step reached. */
  readonly furthest: number
  readonly progress: LaunchProgress
  /** The locale that the numbers of the form were typed in. */
  readonly locale: string
}

export const EMPTY_DRAFT: SavedDraft = {
  form: EMPTY_FORM,
  step: 0,
  furthest: 0,
  progress: NOT_LAUNCHED,
  locale: numberLocale,
}

/** The fields of the form that are numbers as typed. */
const NUMBERS = ['each', 'items', 'pool', 'maxPerWallet', 'price'] as const

/** Each user of a browser has a separate draft. */
const storageKeyOf = (userId: string): string => `dropkit.new-drop.${userId}`

/** Reads the stored draft. An earlier version of the page may have stored it without some of the fields. */
export function readDraft(userId: string): SavedDraft {
  const saved = readSaved<Partial<SavedDraft>>(storageKeyOf(userId))
  if (!saved?.form) return EMPTY_DRAFT
  const within = (step: unknown) =>
    typeof step === 'number' && step >= 0 && step < STEPS.length ? Math.floor(step) : 0
  return {
    form: inOwnLocale({ ...EMPTY_FORM, ...saved.form }, saved.locale ?? numberLocale),
    step: within(saved.step),
    furthest: Math.max(within(saved.furthest), within(saved.step)),
    progress: { ...NOT_LAUNCHED, ...saved.progress },
    locale: numberLocale,
  }
}

/** The form, with its numbers in the user's locale: `1.500` means one and a half in one language, and 1,500 in another. */
function inOwnLocale(form: DropForm, from: string): DropForm {
  if (from === numberLocale) return form
  const numbers = NUMBERS.map((field) => [field, form[field] === '' ? '' : retyped(form[field], from)])
  return { ...form, ...Object.fromEntries(numbers) }
}

/** Changes the form. The drop that is created from it is then another one. */
const withForm = (draft: SavedDraft, part: Partial<DropForm>): SavedDraft => ({
  ...draft,
  form: { ...draft.form, ...part },
  progress: { ...draft.progress, creation: null },
})

/** Sets the draft's token. A launch that has begun keeps its token. */
function withToken(draft: SavedDraft, token: TokenRowFragment | null): SavedDraft {
  if (token === null || draft.progress.drop || draft.form.token?.id === token.id) return draft
  return { ...withForm(draft, { token }), step: 0 }
}

/** Stores the draft, until its drop is launched. */
export const saveDraft = (userId: string, draft: SavedDraft): void =>
  save(storageKeyOf(userId), draft.progress.isDone || draft.form === EMPTY_FORM ? null : draft)

/**
 * The drop in preparation, stored in this browser at every change, and the errors of the server about it. A new draft
 * starts with the token from the URL, if there is one.
 */
export function useDraft(userId: string, asked: TokenRowFragment | null) {
  const [draft, setDraft] = useState<SavedDraft>(() => withToken(readDraft(userId), asked))
  const [refused, setRefused] = useState<FormErrors>({})
  useEffect(() => saveDraft(userId, draft), [userId, draft])

  return {
    ...draft,
    refused,
    stepName: STEPS[draft.step]?.name ?? 'token',
    change(part: Partial<DropForm>) {
      setDraft((before) => withForm(before, part))
      // The change may have fixed the error.
      setRefused({})
    },
    goTo(step: number) {
      setDraft((before) => ({ ...before, step, furthest: Math.max(before.furthest, step) }))
    },
    reach(progress: LaunchProgress) {
      setDraft((before) => ({ ...before, progress }))
      // A launch goes on when the user leaves the screen, and then no effect stores its progress.
      saveDraft(userId, { ...readDraft(userId), progress })
    },
    refuse(errors: FormErrors) {
      setRefused(errors)
    },
    discard() {
      setDraft(EMPTY_DRAFT)
      setRefused({})
    },
  }
}

export type Draft = ReturnType<typeof useDraft>

export const indexOf = (name: StepName): number => STEPS.findIndex((step) => step.name === name)
