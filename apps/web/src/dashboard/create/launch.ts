import type { LaunchPlan } from './launch-plan.ts'

/** The progress of a launch. It is stored, so that a page that was closed during a launch can continue it. */
export interface LaunchProgress {
  readonly drop: { readonly id: string; readonly shortcode: string | null; readonly title: string } | null
  readonly haveRulesBeenSet: boolean
  readonly isDone: boolean
}

export const NOT_LAUNCHED: LaunchProgress = { drop: null, haveRulesBeenSet: false, isDone: false }

/** The requests to the server. Each throws if the server refuses. */
export interface LaunchCalls {
  create(input: LaunchPlan['create']): Promise<NonNullable<LaunchProgress['drop']>>
  setRules(dropId: string, gating: NonNullable<LaunchPlan['gating']>): Promise<unknown>
  open(dropId: string, status: NonNullable<LaunchPlan['openAs']>): Promise<unknown>
}

/**
 * Launches a drop, or continues a launch that stopped. Sets the rules before the drop opens, so that no wallet can claim
 * without them. Throws if a request is refused; `onProgress` has then been called with all progress so far.
 */
export async function launch(
  plan: LaunchPlan,
  begun: LaunchProgress,
  calls: LaunchCalls,
  onProgress: (progress: LaunchProgress) => void,
): Promise<LaunchProgress> {
  let progress = begun
  const reach = (next: Partial<LaunchProgress>) => {
    progress = { ...progress, ...next }
    onProgress(progress)
  }
  const drop = progress.drop ?? (await calls.create(plan.create))
  if (progress.drop === null) reach({ drop })
  if (plan.gating !== null && !progress.haveRulesBeenSet) {
    await calls.setRules(drop.id, plan.gating)
    reach({ haveRulesBeenSet: true })
  }
  if (plan.openAs !== null) await calls.open(drop.id, plan.openAs)
  reach({ isDone: true })
  return progress
}
