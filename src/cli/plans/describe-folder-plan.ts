import type { FolderPlan, ResourcePlan } from '../../policy-as-code/folder-plan.ts'
import {
  describeMoves,
  describeTotals,
  describeTitle,
  listed,
  section,
} from './describe-effects.ts'
import { dim } from '../output/output.ts'

const shownResources = 10

/** What is described of a plan, whether it was worked out here or by a server. */
export type DescribedFolderPlan = Omit<FolderPlan, 'digest' | 'resources'> & {
  resources: DescribedResource[]
  /** What a plan that undoes another one leaves as it is. */
  not_reverted?: readonly string[]
}

/** `added_members`: how many of those added are members at the vendor already, where a server has counted that. */
type DescribedResource = ResourcePlan & { added_members?: number | null }

/** A plan for a reviewer: per resource who is added and removed, and how its file changes. */
export function describeFolderPlan(
  plan: DescribedFolderPlan,
  { full = false }: { full?: boolean },
): string {
  const left = [...section('Tests that fail:', plan.failed_tests), ...leftOut(plan)]
  if (!plan.has_changes) return ['No changes.', ...left].join('\n')
  const { settings, resources, exceeds, findings, not_reverted: kept = [] } = plan
  const sections = [
    section(describeTitle({ resource: 'dimensions' }, settings.file ?? ''), settings.diff),
    ...resources.map((each) =>
      section(describeTitle(each, each.file ?? 'follows from others'), [
        ...describeMoves(each, full),
        ...membersAmong(each),
        ...each.diff,
      ]),
    ),
    section('Operations:', describeOperations(plan)),
    section('Beyond limits, so that it takes policy.change.approve:', exceeds),
    section('Worth a look:', findings),
    section('Left as it is:', kept),
    [...left, `${describeTotals(plan)}.`, `Plan ${plan.id}`],
  ]
  return sections.flatMap((lines) => (lines.length === 0 ? [] : lines.join('\n'))).join('\n\n')
}

function membersAmong({ added_members: members, totals: { added } }: DescribedResource): string[] {
  if (typeof members !== 'number' || added === 0) return []
  return [dim(`  ${members} of the ${added} added are members at the vendor already`)]
}

/** The operations, where no lines of files show what changes. */
function describeOperations({ settings, resources, operations }: DescribedFolderPlan): string[] {
  if (settings.diff.length > 0 || resources.some(({ diff }) => diff.length > 0)) return []
  return operations.map(describeOperation)
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

function leftOut({ not_in_folder: names }: DescribedFolderPlan): string[] {
  if (names.length === 0) return []
  const shown = listed(names.slice(0, shownResources), names.length)
  return [dim(`In no file, and left as they are${shown}.`)]
}
