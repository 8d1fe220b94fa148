/**
 * A comment in a statement whose plan must fit its values, as that of a search: few people have a rare name, and many a common
 * one. The pool prepares such a statement each time. Otherwise PostgreSQL may soon keep one plan for all values.
 */
export const plannedForValues = '/* planned for its values */'

/**
 * A comment in a statement that has the same best plan for all values, as a page of a list without filters. PostgreSQL would plan
 * it each time where it expects less of its values than of any values, and that takes longer than running it.
 */
export const plannedOnce = '/* planned once */'

/**
 * A comment in a statement of a transaction of few rows whose plan a connection keeps while the tables have about these sizes
 * (planning.ts): planning it takes longer than running it.
 */
export function plannedAmong(sizes: string): string {
  return `/* planned among ${sizes} */`
}

const mark = /\/\* planned among [\d ]*\*\//

/** Whether a statement has the mark of {@link plannedAmong}. */
export function isPlannedAmong(text: string): boolean {
  return mark.test(text)
}
