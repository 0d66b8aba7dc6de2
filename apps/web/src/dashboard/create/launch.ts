import type { LaunchPlan } from './launch-plan.ts'

/** How far a launch has come; kept, so that a page that is closed in the middle goes on where it was. */
export interface LaunchProgress {
  readonly drop: { readonly id: string; readonly shortcode: string | null; readonly title: string } | null
  readonly haveRulesBeenSet: boolean
  readonly isDone: boolean
}

export const NOT_LAUNCHED: LaunchProgress = { drop: null, haveRulesBeenSet: false, isDone: false }

/** What the service is asked; each throws what it refuses. */
export interface LaunchCalls {
  create(input: LaunchPlan['create']): Promise<NonNullable<LaunchProgress['drop']>>
  setRules(dropId: string, gating: NonNullable<LaunchPlan['gating']>): Promise<unknown>
  open(dropId: string, status: NonNullable<LaunchPlan['openAs']>): Promise<unknown>
}

/**
 * Launches a drop, or goes on with a launch that stopped. Rules stand before anybody can claim: the drop is a draft until
 * then. Throws where a call is refused; what was done until then has been told to `onProgress`.
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
