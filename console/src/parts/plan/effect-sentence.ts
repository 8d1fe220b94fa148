import { text } from './text.ts'
import { changes, countOf, type PlanRecord } from './types.ts'

type Planned = Pick<PlanRecord, 'rulesets'> & { totals: NonNullable<PlanRecord['totals']> }

/** What a plan does, in a sentence. `person`: who it moves, where that is one person and their name is known. */
export function effectSentence({ totals, rulesets }: Planned, person?: string): string {
  if (totals.people === 0) return `${text.noEffect}.`
  if (!onlyGives(totals)) {
    const moved = rulesets.filter(({ totals: own }) => changes.some((each) => countOf(own, each)))
    return text.affects(totals.people, moved.length)
  }
  if (totals.people > 1) return text.gain(totals.people)
  const attributes = rulesets
    .filter(({ type }) => type === 'directory_attribute')
    .reduce((sum, { totals: own }) => sum + own.added, 0)
  return text.gets(person, {
    attributes,
    resources: totals.added - attributes,
    kept: totals.grace_ended,
  })
}

/** Whether nobody loses anything by it, now or later. */
export function onlyGives(totals: Planned['totals']): boolean {
  const { removed, role_changed: roles, grace_started: graces, end_changed: ends } = totals
  return removed + roles + graces + ends === 0
}
