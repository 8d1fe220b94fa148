import type { FolderPlan, ResourcePlan } from '../../policy-as-code/folder-plan.ts'
import { describeMoves, describeTotals, describeTitle, indented } from './describe-effects.ts'
import { dim } from '../output/output.ts'

const shownResources = 10

/** What is described of a plan, whether it was worked out here or by a server. */
export type DescribedFolderPlan = Omit<FolderPlan, 'digest'>

/** A plan for a reviewer: per resource who is added and removed, and how its file changes. */
export function describeFolderPlan(
  plan: DescribedFolderPlan,
  { full = false }: { full?: boolean },
): string {
  const left = [...failedTests(plan), ...leftOut(plan)]
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
    ...describeOperations(plan),
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
    ...indented([...describeMoves(resource, full), ...resource.diff]),
  ].join('\n')
}

/** The operations, where no lines of files show what changes. */
function describeOperations({ settings, resources, operations }: DescribedFolderPlan): string[] {
  if (settings.diff.length > 0 || resources.some(({ diff }) => diff.length > 0)) return []
  return [['Operations:', ...indented(operations.map(describeOperation))].join('\n')]
}

/** `create_rule key: engineers, role: developer`. A change also names what it takes away. */
function describeOperation(operation: object): string {
  const { op, ...fields } = { op: '', ...operation }
  const said = Object.entries(fields)
    .filter(([, value]) => value !== null || op.startsWith('change_'))
    .map(([name, value]) => `${name}: ${describeValue(value)}`)
  return `${op} ${said.join(', ')}`
}

function describeValue(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function failedTests({ failed_tests: failed }: DescribedFolderPlan): string[] {
  return failed.length === 0 ? [] : ['Tests that fail:', ...indented(failed)]
}

function leftOut({ not_in_folder: names }: DescribedFolderPlan): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, shownResources).join(', ')
  const more = names.length - shownResources
  return [dim(`In no file, and left as they are: ${shown}${more > 0 ? ` and ${more} more` : ''}.`)]
}
