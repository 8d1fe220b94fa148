import { endAccessBeyondRights } from '../../../access/end-access.ts'
import { notFound } from '../../../http/problem.ts'
import { Id } from '../../../http/schema.ts'
import { findRulesetAdmin } from './admin-queries.ts'
import { deleteRulesetAdmin } from './write-ruleset-admins.ts'
import { IdOrRef, operationKind, subjectId } from '../../changes/operation-kind.ts'
import { rulesetFor } from './ruleset-for.ts'

export const removeRulesetAdmin = operationKind(
  'remove_ruleset_admin',
  { ruleset_id: IdOrRef('ruleset'), user_id: Id('workspaceUser') },
  async (work, { ruleset_id, user_id }) => {
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
)
