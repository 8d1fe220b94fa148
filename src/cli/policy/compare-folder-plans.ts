import type { FolderPlan } from '../../policy-as-code/folder-plan.ts'
import { describeEffect, describeTotals } from '../plans/describe-effects.ts'

/** The parts of a plan that are compared with a later one. */
export type ShownPlan = Pick<FolderPlan, 'totals' | 'resources'>

const shownLines = 20

/** What a folder would do now and would not have done before, and the other way round, a line each. */
export function comparePlans(shown: Partial<ShownPlan>, now: ShownPlan): string[] {
  const { resources, totals } = shown
  if (resources === undefined || totals === undefined) return []
  const before = new Set(linesOf(resources))
  const after = new Set(linesOf(now.resources))
  const lines = [
    ...[...before].filter((line) => !after.has(line)).map((line) => `  no longer: ${line}`),
    ...[...after].filter((line) => !before.has(line)).map((line) => `  now also:  ${line}`),
  ]
  const more = lines.length - shownLines
  return [
    `It showed ${describeTotals({ totals })}; now it is ${describeTotals(now)}.`,
    ...lines.slice(0, shownLines),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function linesOf(resources: ShownPlan['resources']): string[] {
  return resources.flatMap(({ resource, people, diff }) => [
    ...people.map((person) => `${resource}: ${describeEffect(person)}`),
    ...diff.filter((line) => /^[+-]/.test(line)).map((line) => `${resource}: ${line}`),
  ])
}
