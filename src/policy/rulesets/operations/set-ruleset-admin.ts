import { endAccessBeyondRights, endAccessByOthers } from '../../../access/end-access.ts'
import { rulesetRoleRights } from '../../../contract/permissions.ts'
import { rulesetAdminRoles, type RulesetAdminRole } from '../../../contract/states.ts'
import { notFound, unprocessable } from '../../../http/problem.ts'
import { Id, OneOf } from '../../../http/schema.ts'
import { findAdministrator, findRulesetAdmin, type RulesetAdminRow } from './admin-queries.ts'
import { requireMayGiveRole } from './admin-rules.ts'
import { writeRulesetAdmin } from './write-ruleset-admins.ts'
import {
  forAnyOperation,
  IdOrRef,
  namedId,
  operationKind,
  type OperationResult,
  type OperationCall,
} from '../../changes/operation-kind.ts'
import { rulesetFor } from './ruleset-for.ts'

export const RulesetRole = OneOf(rulesetAdminRoles, {
  description:
    '`audit` sees the ruleset and its rules; `create` drafts rules too; `activate` puts them in force and ends them too; ' +
    '`admin` administers the ruleset and its admins too',
})

const properties = {
  ruleset_id: IdOrRef('ruleset'),
  user_id: Id('workspaceUser'),
  role: RulesetRole,
}

/** Gives a person a role on a ruleset, or changes it. */
export const setRulesetAdmin = operationKind('set_ruleset_admin', properties, (work, operation) =>
  setRole(work, operation, () => undefined),
)

/** {@link setRulesetAdmin} for a person who has no role there yet: 422 for one who has. */
export const addRulesetAdmin = {
  op: setRulesetAdmin.op,
  ...forAnyOperation<Setting>(setRulesetAdmin.op, {
    run: (work, operation) =>
      setRole(work, operation, (before) => {
        if (before === undefined) return
        throw unprocessable({ user_id: ['has a role there already; change that one'] })
      }),
  }),
}

/** {@link setRulesetAdmin} for a person who has a role there: 404 for one who has none. */
export const changeRulesetAdmin = {
  op: setRulesetAdmin.op,
  ...forAnyOperation<Setting>(setRulesetAdmin.op, {
    run: (work, operation) =>
      setRole(work, operation, (before) => {
        if (before === undefined) throw notFound('rulesetAdmin', operation.user_id)
      }),
  }),
}

type Setting = { ruleset_id: string; user_id: string; role: RulesetAdminRole }

async function setRole(
  work: OperationCall,
  { ruleset_id, user_id, role }: Setting,
  check: (before: RulesetAdminRow | undefined) => void,
): Promise<OperationResult> {
  const { tx, context } = work
  const { id: rulesetId } = await rulesetFor(work, ruleset_id, 'administer')
  const userId = namedId(work, 'workspaceUser', 'user_id', user_id)
  const before = await findRulesetAdmin(tx, rulesetId, userId)
  check(before)
  await requireMayGiveRole(context, rulesetId, role)
  const person = await findAdministrator(tx, userId)
  if (person === undefined) throw unprocessable({ user_id: ['names no workspace user'] })
  if (before !== undefined) work.requireVersion(before.version)
  if (before?.role === role)
    return { record: { kind: 'rulesetAdmin', id: before.id }, reach: 'nothing' }
  const directoryUserId = person.directory_user_id
  const admin = { rulesetId, workspaceUserId: userId, directoryUserId }
  const change = { before: before?.role ?? null, after: role }
  const id = await writeRulesetAdmin(tx, context.actor, admin, change)
  const held = before === undefined ? [] : rulesetRoleRights[before.role]
  const ending = { actor: context.actor, now: work.now }
  if (rulesetRoleRights[role].some((right) => !held.includes(right)))
    await endAccessByOthers(tx, [userId], ending)
  else await endAccessBeyondRights(tx, [userId], ending)
  return { record: { kind: 'rulesetAdmin', id }, reach: 'nothing' }
}
