import { ApiRefusal } from '../../api/errors.ts'
import type { CreateDropInput, DropStatus, UpdateGatingConfigInput } from '../../api/generated/operations.ts'
import { instantOf, readCount } from '../drop-fields/read-inputs.ts'
import { originsTyped } from '../drop-fields/term-inputs.tsx'
import { sentRules } from '../gating/rules.ts'
import {
  awardTerms,
  type DropForm,
  deliveryOf,
  isByBeacon,
  isByLink,
  shortcodeOf,
  tokenAmountOf,
} from './drop-form.ts'
import { currencyOf, priceOf, type Surroundings } from './form-errors.ts'

/** The requests that launch a drop, in this order. */
interface LaunchPlan {
  readonly create: CreateDropInput
  /** Null if the drop has no rules. */
  readonly gating: UpdateGatingConfigInput | null
  /**
   * The status that a drop with rules gets after its rules are set. Until then it is a draft, from which no wallet can
   * claim. Null if the drop keeps the status with which it was created.
   */
  readonly openAs: DropStatus | null
}

/** Builds the plan from a valid form. */
export function launchPlanOf(form: DropForm, surroundings: Surroundings): LaunchPlan {
  const { pool, items } = awardTerms(form)
  if (pool === undefined || items === undefined || form.token === null)
    throw new Error('a form with errors was to be launched')
  const hasRules = form.gating.rules.length > 0
  const status = { now: 'ACTIVE', later: 'SCHEDULED', draft: 'DRAFT' }[form.opening] as DropStatus
  const create: CreateDropInput = {
    title: form.title.trim(),
    type: form.type,
    claimType: form.claimType,
    existingTokenId: form.token.id,
    maxAmount: String(pool),
    supply: items,
    tokenAmount: tokenAmountOf(form),
    description: form.description.trim() || null,
    imageUrl: form.imageUrl,
    shortcode: shortcodeOf(form, surroundings.takenShortcodes) || null,
    maxPerWallet: form.claimType === 'STREAK' ? null : (readCount(form.maxPerWallet) ?? null),
    claimAccess: form.claimAccess,
    isLinkOnly: isByLink(form),
    delivery: deliveryOf(form),
    humanCheck: form.humanCheck,
    embedOrigins: originsTyped(form.embedOrigins),
    claimDeadline: asInstant(form.claimDeadline),
    startsAt: form.opening === 'later' ? asInstant(form.startsAt) : null,
    status: hasRules ? 'DRAFT' : status,
    ...(form.admission === 'LOTTERY'
      ? {
          admission: 'LOTTERY',
          entriesCloseAt: asInstant(form.entriesCloseAt),
          claimWindowSeconds: form.claimWindowSeconds,
        }
      : {}),
    ...(isByBeacon(form) ? { randomness: 'BEACON' } : {}),
    ...pricePart(form, surroundings),
  }
  return {
    create,
    gating: hasRules ? { isActive: true, rules: sentRules(form.gating.rules) } : null,
    openAs: hasRules && status !== 'DRAFT' ? status : null,
  }
}

const asInstant = (local: string | null): string | null => (local === null ? null : instantOf(local))

function pricePart(form: DropForm, surroundings: Surroundings): Pick<CreateDropInput, 'price' | 'currency'> {
  const price = priceOf(form, surroundings)
  const currency = currencyOf(form, surroundings.currencies)
  if (price == null || !currency) return {}
  return { price: price.number, currency: currency.code }
}

/** The request that creates a drop. It has one effect however often it is sent with this key. */
export interface Creation {
  readonly input: CreateDropInput
  readonly idempotencyKey: string
}

/** The progress of a launch. It is stored, so that a page that was closed during a launch can continue it. */
export interface LaunchProgress {
  /** Stored before it is sent. Null when the drop exists, and when the server has refused it or the form was changed. */
  readonly creation: Creation | null
  readonly drop: { readonly id: string; readonly shortcode: string | null; readonly title: string } | null
  readonly haveRulesBeenSet: boolean
  readonly isDone: boolean
}

export const NOT_LAUNCHED: LaunchProgress = {
  creation: null,
  drop: null,
  haveRulesBeenSet: false,
  isDone: false,
}

/** The requests to the server. Each throws if the server refuses. */
export interface LaunchCalls {
  create(creation: Creation): Promise<NonNullable<LaunchProgress['drop']>>
  setRules(dropId: string, gating: NonNullable<LaunchPlan['gating']>): Promise<unknown>
  open(dropId: string, status: NonNullable<LaunchPlan['openAs']>): Promise<unknown>
}

/** Codes of errors that say nothing about an earlier attempt, which may have made the drop. */
const UNCERTAIN: readonly string[] = ['INTERNAL', 'UNAUTHENTICATED', 'SIGNED_IN_ANEW']

/** Whether no drop was made, so that the next attempt may be another request. */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiRefusal && !error.retryable && !UNCERTAIN.includes(error.code)

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
  const drop = progress.drop ?? (await create())
  if (plan.gating !== null && !progress.haveRulesBeenSet) {
    await calls.setRules(drop.id, plan.gating)
    reach({ haveRulesBeenSet: true })
  }
  if (plan.openAs !== null) await calls.open(drop.id, plan.openAs)
  reach({ isDone: true })
  return progress

  async function create() {
    const creation = progress.creation ?? { input: plan.create, idempotencyKey: crypto.randomUUID() }
    reach({ creation })
    try {
      const drop = await calls.create(creation)
      reach({ creation: null, drop })
      return drop
    } catch (error) {
      if (isRefused(error)) reach({ creation: null })
      throw error
    }
  }
}
