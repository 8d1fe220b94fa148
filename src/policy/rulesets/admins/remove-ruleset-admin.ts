import { endAccessBeyondRights } from '../../../access/end-access.ts'
import { notFound } from '../../../http/refusals/problem.ts'
import { subjectId } from '../../changes/operation-kind.ts'
import { policyCommand } from '../../changes/policy-command.ts'
import { findRulesetAdmin } from './admin-queries.ts'
import { rulesetFor } from '../ruleset-for.ts'
import { deleteRulesetAdmin } from './write-ruleset-admins.ts'

export const removeRulesetAdmin = policyCommand({
  op: 'remove_ruleset_admin',
  id: 'removeRulesetAdmin',
  method: 'DELETE',
  url: '/policy/rulesets/:ruleset/admins/:user',
  summary: 'Take someone’s role on a ruleset away',
  description:
    'Needs the role admin on the ruleset or `policy.ruleset.manage`. A ruleset without admins is administered by those who ' +
    'hold the permission everywhere.',
  needs: { right: 'administer' },
  cost: 1,
  params: { ruleset: 'ruleset', user: 'workspaceUser' },
  body: null,
  run: async (work, { ruleset_id, user_id }) => {
    const { tx, context } = work
    const { id: rulesetId } = await rulesetFor(work, ruleset_id, 'administer')
    const userId = subjectId(work, 'workspaceUser', user_id)
    const admin = await findRulesetAdmin(tx, rulesetId, userId)
    if (admin === undefined) throw notFound('rulesetAdmin', user_id)
    work.requireVersion(admin.version)
    const { id, role, directory_user_id: directoryUserId } = admin
    const removed = { id, rulesetId, workspaceUserId: userId, directoryUserId }
    await deleteRulesetAdmin(tx, context.actor, removed, role)
    await endAccessBeyondRights(tx, [userId], { actor: context.actor, now: work.now })
    return { record: { kind: 'rulesetAdmin', id }, reach: 'nothing' }
  },
})
