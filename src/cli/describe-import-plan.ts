import type { FrozenResource, ImportPlan } from '../connectors/import/plan-import.ts'
import { describeMoves, describeTitle, describeTotals, indented } from './describe-effects.ts'
import { describeImport } from './describe-import.ts'

/** What an import would do, for a reviewer: per resource who is added and removed, what would freeze, and the counts. */
export function describeImportPlan(plan: ImportPlan, { full = false }: { full?: boolean }): string {
  const { resources, frozen, outcome } = plan
  const counts = describeImport(outcome)
  if (!plan.has_changes)
    return [counts, ...(outcome.refused === undefined ? ['No changes.'] : [])].join('\n')
  const sections = [
    ...resources.map((resource) =>
      [describeTitle(resource, ''), ...indented(describeMoves(resource.people, full))].join('\n'),
    ),
    ...frozen.map((resource) => describeFrozen(resource, full)),
    counts,
    [...integrationNote(plan), ...frozenNote(frozen), `${describeTotals(plan)}.`].join('\n'),
  ]
  return sections.join('\n\n')
}

function describeFrozen(resource: FrozenResource, full: boolean): string {
  const waits = describeMoves(resource.people, full)
  return [
    describeTitle(resource, `would freeze: ${whyFrozen(resource)}`),
    ...indented(resource.people.length === 0 ? ['nobody waits'] : ['held, not applied:', ...waits]),
  ].join('\n')
}

function whyFrozen({ reason, limit }: FrozenResource): string {
  switch (reason) {
    case 'removal_limit':
    case 'addition_limit': {
      const { people = 0, size = 0, percent = 0, least = 0 } = limit ?? {}
      const verb = reason === 'removal_limit' ? 'leave' : 'enter'
      return `${people} would ${verb} within 24 hours and ${size} were there: more than ${percent} % and more than ${least}`
    }
    case 'source_quarantined':
      return 'its rules read a source in quarantine'
  }
}

function integrationNote({ integration }: ImportPlan): string[] {
  return integration === 'unchanged' ? [] : [`The integration would be ${integration}.`]
}

function frozenNote(frozen: readonly FrozenResource[]): string[] {
  if (frozen.length === 0) return []
  return [`${frozen.length === 1 ? '1 resource' : `${frozen.length} resources`} would freeze.`]
}
