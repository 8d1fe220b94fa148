import { clip } from '../../contract/text.ts'
import {
  recordMembers,
  unplacedMembers,
  type UnplacedMember,
} from '../../directory/resources/record-members.ts'
import {
  countAbsentResources,
  recordResources,
} from '../../directory/resources/record-resources.ts'
import type { ImportContext } from './import-context.ts'
import type { ImportOutcome } from './outcome.ts'
import { withBulkPlans } from '../../database/planning.ts'

/** Groups, projects, drives and channels with their members; unknown members are reported. */
export function mergeResources(context: ImportContext, outcome: ImportOutcome): Promise<void> {
  return withBulkPlans(context.tx, () => recordAll(context, outcome))
}

async function recordAll(context: ImportContext, outcome: ImportOutcome): Promise<void> {
  const { tx, actor, staged, isComplete, isPush } = context
  const types = staged.listsTypes
  const keepsAbsent = staged.keepsGroups
  const run = { tx, actor, integrationId: context.integration.id, types, keepsAbsent }
  const listsGroups = staged.groups > 0 || (isComplete && types.length > 0)
  if (listsGroups) {
    const recorded = await recordResources(run, isComplete)
    outcome.groups = { ...recorded, unchanged: staged.groups - recorded.created - recorded.changed }
    if (!isComplete && !isPush) outcome.missing.groupsToDeactivate = await countAbsentResources(run)
  }
  const source = listsGroups ? (types.length > 0 ? 'full_groups' : 'groups') : 'memberships'
  const { absentKept, ...recorded } = await recordMembers(run, {
    source,
    isComplete,
    countsAbsent: !isPush,
  })
  outcome.memberships = { ...recorded, unknown: 0 }
  outcome.missing.membershipsToRemove = absentKept
  for await (const member of unplacedMembers(run)) await reportMember(context, member, outcome)
}

/** An unknown group is a fault of the file; a guest or a bot among the members is not. */
async function reportMember(
  { report }: ImportContext,
  member: UnplacedMember,
  outcome: ImportOutcome,
): Promise<void> {
  const { line, problem } = member
  const account = clip(member.account)
  const group = `${member.type} ${clip(member.resource_vendor_id)}`
  if (problem === 'unknown_resource') {
    outcome.rowsBad += 1
    await report.write({
      line,
      kind: 'rejected',
      reason: `no ${group} is known; import the groups first`,
    })
    return
  }
  outcome.memberships.unknown += 1
  outcome.notes += 1
  const who =
    problem === 'ambiguous_account' ? 'is the address of several accounts' : 'is no known account'
  await report.write({
    line,
    kind: 'note',
    reason: `member of ${group} left out: "${account}" ${who} of this integration`,
  })
}
