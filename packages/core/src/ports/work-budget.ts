/** What one request may still cost. An adapter that works for a request asks and tells it while the work goes on. */
export interface WorkBudget {
  /** Milliseconds that reads for this request may still take. Throws `BudgetExceeded` if none are left. */
  remainingReadMs(): number
  /** Counts a read that has ended. Throws `BudgetExceeded` if the request has read more than it may. */
  countRead(read: { readonly rows: number; readonly ms: number }): void
  /** The error for a read that was stopped because its time was over. */
  outOfTime(): BudgetExceeded
}

/** Finds the budget of the request for which the calling code works; undefined for background work. */
export type CurrentBudget = () => WorkBudget | undefined

/** Ends a request that costs more than one request may cost. */
export class BudgetExceeded extends Error {
  override readonly name = 'BudgetExceeded'
  /** Which limit it is. */
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
