/** A column with the values of the first records. */
export type Column = {
  name: string
  values: readonly string[]
  /** A value for each row, blank where there is none. */
  cells: readonly string[]
  hasBlanks: boolean
}
