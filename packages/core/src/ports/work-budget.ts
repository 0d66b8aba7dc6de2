/** The remaining budget of one request. Adapters check and reduce it while they work for the request. */
export interface WorkBudget {
  /** The remaining milliseconds for reads of this request. Throws `BudgetExceeded` if none are left. */
  remainingReadMs(): number
  /** Counts a finished read. Throws `BudgetExceeded` if the request has read more than its limit. */
  countRead(read: { readonly rows: number; readonly ms: number }): void
  /** The error for a read that was stopped because its time was used up. */
  outOfTime(): BudgetExceeded
}

/** Finds the budget of the request that the calling code works for; undefined for background work. */
export type CurrentBudget = () => WorkBudget | undefined

/** Thrown to end a request that exceeds its budget. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  /** The name of the limit. */
  readonly limit: string
  readonly value: number
  /** What the request needed, as far as it is known. */
  readonly asked: number

  constructor(
    message: string,
    excess: { readonly limit: string; readonly value: number; readonly asked: number },
  ) {
    super(message)
    this.limit = excess.limit
    this.value = excess.value
    this.asked = excess.asked
  }
}
