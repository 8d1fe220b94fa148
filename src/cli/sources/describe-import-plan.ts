import type { ImportPlan } from '../../connectors/import/plan-import.ts'
import {
  describeMoves,
  describeTitle,
  describeTotals,
  indented,
} from '../plans/describe-effects.ts'
import { describeImport } from './describe-import.ts'

/**
 * The effect of an import, for a reviewer: per resource the added and removed people, and the counts, including
 * people who would be held.
 */
export function describeImportPlan(plan: ImportPlan, { full = false }: { full?: boolean }): string {
  const { resources, outcome } = plan
  const counts = describeImport(outcome)
  if (!plan.has_changes)
    return [counts, ...(outcome.refused === undefined ? ['No changes.'] : [])].join('\n')
  const sections = [
    ...resources.map((resource) =>
      [describeTitle(resource, ''), ...indented(describeMoves(resource, full))].join('\n'),
    ),
    counts,
    [...integrationNote(plan), `${describeTotals(plan)}.`].join('\n'),
  ]
  return sections.join('\n\n')
}

function integrationNote({ integration }: ImportPlan): string[] {
  return integration === 'unchanged' ? [] : [`The integration would be ${integration}.`]
}
