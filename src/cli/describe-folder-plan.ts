import type { FolderPlan, ResourcePlan } from '../connectors/policy-folder/folder-plan.ts'
import { describeMoves, describeTotals, describeTitle, indented } from './describe-effects.ts'
import { dim } from './output.ts'

const shownResources = 10

/** A plan for a reviewer: per resource who is added and removed, and how its file changes. */
export function describeFolderPlan(plan: FolderPlan, { full = false }: { full?: boolean }): string {
  const left = leftOut(plan)
  if (!plan.has_changes) return ['No changes.', ...left].join('\n')
  const { settings, resources, exceeds, findings } = plan
  const sections = [
    ...(settings.diff.length === 0
      ? []
      : [
          [
            describeTitle({ resource: 'dimensions' }, settings.file ?? ''),
            ...indented(settings.diff),
          ].join('\n'),
        ]),
    ...resources.map((resource) => describeResource(resource, full)),
    ...(exceeds.length === 0
      ? []
      : [
          ['Beyond limits, so that it takes policy.change.approve:', ...indented(exceeds)].join(
            '\n',
          ),
        ]),
    ...(findings.length === 0 ? [] : [['Worth a look:', ...indented(findings)].join('\n')]),
    [...left, `${describeTotals(plan)}.`, `Plan ${plan.id}`].join('\n'),
  ]
  return sections.join('\n\n')
}

function describeResource(resource: ResourcePlan, full: boolean): string {
  return [
    describeTitle(resource, resource.file ?? 'follows from others'),
    ...indented([...describeMoves(resource.people, full), ...resource.diff]),
  ].join('\n')
}

function leftOut({ not_in_folder: names }: FolderPlan): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, shownResources).join(', ')
  const more = names.length - shownResources
  return [dim(`In no file, and left as they are: ${shown}${more > 0 ? ` and ${more} more` : ''}.`)]
}
