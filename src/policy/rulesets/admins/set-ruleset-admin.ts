import { endAccessBeyondRights, endAccessByOthers } from '../../../access/end-access.ts'
import { rulesetRoleRights } from '../../../contract/permissions.ts'
import type { RulesetAdminRole } from '../../../contract/states.ts'
import { notFound, unprocessable } from '../../../http/refusals/problem.ts'
import { Id } from '../../../http/shapes/schema.ts'
import {
  IdOrRef,
  namedId,
  type OperationCall,
  operationKind,
  type OperationResult,
} from '../../changes/operation-kind.ts'
import { policyCommand } from '../../changes/policy-command.ts'
import { askOnRuleset } from '../../rights/ruleset-rights.ts'
import { findAdministrator, findRulesetAdmin } from './admin-queries.ts'
import { RulesetAdmin, RulesetRole, answerRulesetAdmin } from './admin-schema.ts'
import { writeRulesetAdmin } from './write-ruleset-admins.ts'
import { rulesetFor } from '../ruleset-for.ts'

/** Gives a person a role on a ruleset, or changes it: as an operation of a plan, which doesn't ask what was there. */
export const setRulesetAdmin = operationKind(
  'set_ruleset_admin',
  { ruleset_id: IdOrRef('ruleset'), user_id: Id('workspaceUser'), role: RulesetRole },
  (work, operation) => setRole(work, operation),
)

type Setting = { ruleset_id: string; user_id: string; role: RulesetAdminRole }

/** `expected`: 422 for a person who has a role there already, or 404 for one who has none. */
async function setRole(
  work: OperationCall,
  { ruleset_id, user_id, role }: Setting,
  expected: 'no_role' | 'some_role' | 'any' = 'any',
): Promise<OperationResult> {
  const { tx, context } = work
  const { id: rulesetId } = await rulesetFor(work, ruleset_id, 'administer')
  const userId = namedId(work, 'workspaceUser', 'user_id', user_id)
  const before = await findRulesetAdmin(tx, rulesetId, userId)
  if (expected === 'some_role' && before === undefined) throw notFound('rulesetAdmin', user_id)
  if (expected === 'no_role' && before !== undefined)
    throw unprocessable({ user_id: ['has a role there already; change that one'] })
  // No one can grant more than they hold.
  for (const right of rulesetRoleRights[role]) await askOnRuleset(context, rulesetId, right)
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

export const addRulesetAdmin = policyCommand({
  op: setRulesetAdmin.op,
  id: 'addRulesetAdmin',
  method: 'POST',
  url: '/policy/rulesets/:ruleset/admins',
  summary: 'Give someone a role on a ruleset',
  description:
    'Needs the role admin on the ruleset or `policy.ruleset.manage`, and every right that the role gives: no one gives what ' +
    'they do not hold. A person has one role on a ruleset: 422 `errors.user_id` for one who has.',
  needs: { right: 'administer' },
  cost: 1,
  params: { ruleset: 'ruleset' },
  body: { user_id: Id('workspaceUser'), role: RulesetRole },
  creates: true,
  response: RulesetAdmin,
  answer: answerRulesetAdmin,
  run: (work, operation) => setRole(work, operation, 'no_role'),
})

export const updateRulesetAdmin = policyCommand({
  op: setRulesetAdmin.op,
  id: 'updateRulesetAdmin',
  method: 'PATCH',
  url: '/policy/rulesets/:ruleset/admins/:user',
  summary: 'Change someone’s role on a ruleset',
  description:
    'The role that is there already changes nothing. Needs the role admin on the ruleset or `policy.ruleset.manage`, and ' +
    'every right that the role gives.',
  needs: { right: 'administer' },
  cost: 1,
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  body: { role: RulesetRole },

  response: RulesetAdmin,
  answer: answerRulesetAdmin,
  run: (work, operation) => setRole(work, operation, 'some_role'),
})
