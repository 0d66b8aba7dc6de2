/** Which part of a list is wanted. */
export interface Page<After> {
  /** 1 to 200. */
  readonly limit: number
  /** The last one seen; the page goes on towards older ones. */
  readonly after?: After | undefined
}
