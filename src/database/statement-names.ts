const maximumStatements = 1000

const statementNames = new Map<string, string>()
let namesGiven = 0

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

/** The {@link plannedAmong} of a statement, if it has one. */
export function keptPlanOf(text: string): string | undefined {
  return mark.exec(text)?.[0]
}

/** Statements are prepared under a name, because planning costs more than running most of them. */
export function statementName(text: string): string | undefined {
  if (text.includes(plannedForValues)) return undefined
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maximumStatements) return known
  const name = newStatementName()
  statementNames.set(text, name)
  return name
}

/** A name that no statement of this process has had. */
export function newStatementName(): string {
  return `s${namesGiven++}`
}

/** A migration changed the result of a statement: on every connection all are prepared again, under new names. */
export function renameStatements(text: string, staleName: string): void {
  if (statementNames.get(text) === staleName) statementNames.clear()
}
