import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import { runList } from '../api/run-noun.ts'
import { connect } from '../connection/connect.ts'
import { noun, type NounOptions, type RunVerb } from '../nouns/noun.ts'
import { rule, ruleset } from '../nouns/policy-nouns.ts'
import { applyOrShow } from '../plans/run-plan.ts'

type Version = {
  came_from?: { rule_id: string; how: string } | null
  changes?: readonly { field: string; before: string | null; after: string | null }[]
  steps?: readonly { event: string; at: string; actor_id: string | null; plan_id: string | null }[]
}

const version = noun({
  name: 'rule version',
  about: 'versions of rules',
  ownedBy: () => ruleset,
  list: '/policy/rulesets/{ruleset}/versions',
  fields: [
    'rule: description, role: role_handle, state, id',
    ['from', ({ came_from: from }: Version) => from && `${from.rule_id} (${from.how})`],
    ['difference', ({ changes = [] }: Version) => changes.map(words).join('; ')],
    'last: steps.0.event, at: steps.0.at, by: steps.0.actor_id, plan: steps.0.plan_id',
  ],
})

/** `priority 7 instead of 100`, `without department is Sales` */
function words({ field, before, after }: NonNullable<Version['changes']>[number]): string {
  if (field === 'condition') return before === null ? `also ${after}` : `without ${before}`
  return `${field.replaceAll('_', ' ')} ${after ?? 'none'} instead of ${before ?? 'none'}`
}

/** Prints the versions of the rules of a resource, the newest first. */
export async function runVersions(resource: string, options: NounOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(ruleset, muster, resource, typedBy(ruleset, options))
  await runList(version, id, options, { none: async () => 'No rules.', over: muster })
}

/** Plans to put a rule back, shows that, asks, and applies it. */
export const runPutBack: RunVerb = async (_, [named = ''], options) => {
  const { muster } = await connect(options)
  const { id } = await findRecord(rule, muster, named)
  const params = { path: { rule: id } }
  const { id: plan } = await muster.post('/policy/rules/{rule}/put-back', { params })
  await applyOrShow(muster, plan, options)
}
