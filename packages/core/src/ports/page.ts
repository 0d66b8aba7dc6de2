/** One page of a list. */
export interface Page<After> {
  /** 1 to 200. */
  readonly limit: number
  /** The id of the last entry that was seen. The page continues with older entries. */
  readonly after?: After | undefined
}
