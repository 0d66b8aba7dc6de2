/** Chooses the gas price of the service's transactions: higher while the network is congested. */
export interface GasPrice {
  /** The price for the next transaction, in MIST per unit. `suggested` is what the node suggests for it. */
  next(reference: bigint, suggested: bigint | undefined): bigint
  /** A transaction of the service was cancelled because of congestion: the next ones offer more. */
  noteCongestion(): void
  /** A transaction of the service was executed: the offer falls again. */
  noteSuccess(): void
}

/** Each cancelled transaction raises the offer by a half of the reference price. */
const RAISE_PERCENT = 50n

/**
 * `ceilingPercent`: the highest price, as a percentage of the epoch's reference price. Validators order the transactions
 * on a shared object by their price, so a higher price gets a transaction through while an object is congested.
 */
export function createGasPrice(ceilingPercent: number, onPrice: (mist: bigint) => void = () => {}): GasPrice {
  let raises = 0n

  return {
    next(reference, suggested) {
      const ceiling = (reference * BigInt(ceilingPercent)) / 100n
      const raised = (reference * (100n + raises * RAISE_PERCENT)) / 100n
      const wanted = suggested !== undefined && suggested > raised ? suggested : raised
      const capped = wanted < ceiling ? wanted : ceiling
      const price = capped > reference ? capped : reference
      onPrice(price)
      return price
    },
    noteCongestion() {
      // Beyond the ceiling a further raise changes nothing, and would take longer to fall.
      if (100n + raises * RAISE_PERCENT < BigInt(ceilingPercent)) raises++
    },
    noteSuccess() {
      if (raises > 0n) raises--
    },
  }
}
