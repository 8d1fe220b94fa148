import { lockPolicy } from '../../database/policy-lock.ts'
import { endAccountsOf } from '../../directory/identities/account-ends.ts'
import { endResourcesOf } from '../../directory/resources/end-resources.ts'
import { freeHandles } from '../../policy/dimensions/write-dimensions.ts'
import { mayViewRuleset } from '../../policy/rights/visible-ruleset.ts'
import { selectRulesetTitles } from '../../policy/shapes/ruleset-titles.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { policyChangeCost } from '../../http/limits/request-cost.ts'
import { writeRoute } from '../../http/route/route.ts'
import { retireIntegration } from '../../workspace/integrations/retire-integration.ts'
import { deleteCredentials } from '../credentials/stored-credentials.ts'
import { releaseIncident } from '../../policy/holds/release-incident.ts'
import { knownFactsOf } from '../import/merge-accounts.ts'
import {
  refuseWhileBlocked,
  rulesetsNamed,
  selectDeletionBlockers,
} from '../../workspace/integrations/deletion-blockers.ts'

export const deleteIntegration = writeRoute({
  id: 'deleteIntegration',
  method: 'DELETE',
  url: '/workspace/integrations/:integration',
  summary: 'Delete an integration',
  description:
    'The source is disconnected for good. Its handle and those of its dimensions can be used again (the dimensions are renamed). Its accounts end, and its resources have no members any more. An open incident of it is released. It is refused (422) with what to do first while it is the primary ' +
    'and governs people, while active dimensions or rules that are not over read it (the imported rules of attributes follow their dimension), while rulesets decide about its resources, and while a run of it is not over. So deleting it changes no access.',
  access: { locked: 'workspace.integration.manage' },
  cost: policyChangeCost,
  params: { integration: 'integration' },
  handler: async (context) => {
    const { tx, actor, params } = context
    await lockPolicy(tx, 'exclusive')
    const integration = await tx
      .selectFrom('integration')
      .selectAll()
      .where('id', '=', params.integration)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (integration === undefined) throw noSuch('integration', params.integration)
    await context.ask('workspace.integration.manage')
    for (const resting of await selectDeletionBlockers(tx, [integration.id])) {
      const visible = rulesetsNamed(resting).filter((id) => mayViewRuleset(context, id))
      refuseWhileBlocked(resting, await selectRulesetTitles(tx, visible))
    }
    context.requireVersion(integration.version)
    await releaseIncident(tx, actor, integration.id)
    await endResourcesOf({ tx, actor, integrationId: integration.id })
    await endAccountsOf({ tx, actor, integration: knownFactsOf(integration) })
    await freeHandles(tx, actor, integration.id)
    await deleteCredentials(tx, integration.id)
    await retireIntegration(tx, actor, integration)
  },
})
