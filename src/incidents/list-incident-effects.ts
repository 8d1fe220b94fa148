import { requirePermission } from '../http/callers/authorise.ts'
import { idFilter, idsFilter } from '../http/lists/filters.ts'
import { declareList } from '../http/lists/list.ts'
import { noSuch } from '../http/refusals/problem.ts'
import { needsHeavyPlace } from '../http/limits/request-cost.ts'
import { readRoute } from '../http/route/route.ts'
import { Count, Nullable, OneOf, Shape, Text } from '../http/shapes/schema.ts'
import { findIncidentState } from '../policy/holds/queries.ts'
import { effectFilters } from '../policy/plans/effect-search.ts'
import { effectList } from '../policy/plans/list-plan-effects.ts'
import { findPlan, isEffectOf } from '../policy/plans/queries.ts'
import { totals } from '../policy/shapes/planned-ruleset.ts'
import { visibleRulesets } from '../policy/plans/visible-plans.ts'
import { findEffect, inSnapshot, type IncidentEffectState } from './find-effect.ts'

const effects = declareList({
  ...effectList,
  filters: effectFilters,
  searches: { user: idsFilter },
})
const nobody = '00000000-0000-0000-0000-000000000000'

export const listIncidentEffects = readRoute({
  id: 'listIncidentEffects',
  url: '/policy/incidents/:incident/effects',
  summary: 'List what would follow from approving an incident',
  description:
    'Person by person and ruleset by ruleset, before and after, if what the incident holds were accepted: of everybody, or of the people ' +
    'of `filter[user]` alone. `meta.digest` stands for just that, and an approval or a rejection of the same people names it. Only ' +
    'rulesets that the caller may see; `meta.totals` counts all. Needs `directory.user.view` as well.',
  access: 'policy.rule.view',
  cost: 3,
  params: { incident: 'incident' },
  query: effects.query,
  // The handler reads two of its own: the effect may be worked out between them.
  snapshot: () => false,
  response: Shape({
    ...effects.response.properties,
    meta: Shape({
      ...effects.response.properties.meta.properties,
      state: OneOf(['planning', 'ready', 'failed', 'none'], {
        description: '`none`: nothing is held of these people. `failed`: `failure` says why',
      }),
      failure: Nullable(Text(2000)),
      digest: Nullable(Text(64)),
      totals: Nullable(Shape({ people: Count, ...totals })),
    }),
  }),
  handler: async (context) => {
    const { params, query } = context
    const incident = await inSnapshot(context, (db) => findIncidentState(db, params.incident))
    if (incident === undefined) throw noSuch('incident', params.incident)
    requirePermission(context.caller, 'directory.user.view')
    const people = idFilter(query, 'user', 'directoryUser')
    const choice = {
      incidentId: params.incident,
      people: people === undefined ? null : [...new Set(people)].sort(),
    }
    const effect = await findEffect(context, incident, choice)
    if (effect === needsHeavyPlace) return effect
    const failure = isFailed(effect) ? effect.failure : null
    const known = effect === null || effect === 'planning' || isFailed(effect) ? undefined : effect
    return inSnapshot(context, async (db) => {
      const plan = known && (await findPlan(db, known.planId))
      const visible = plan === undefined ? [] : visibleRulesets(context, plan)
      const { meta, ...page } = await effects.page(
        { ...context, db },
        isEffectOf(plan?.id ?? nobody, visible),
      )
      const state = failure === null ? stateOf(effect === null, plan?.state) : 'failed'
      const digest = known?.digest?.toString('hex') ?? null
      return { ...page, meta: { ...meta, state, failure, digest, totals: plan?.totals ?? null } }
    })
  },
})

function isFailed(effect: IncidentEffectState): effect is { failure: string } {
  return effect !== null && effect !== 'planning' && 'failure' in effect
}

function stateOf(
  isEmpty: boolean,
  state: string | undefined,
): 'planning' | 'ready' | 'failed' | 'none' {
  if (isEmpty) return 'none'
  if (state === 'failed') return 'failed'
  return state === undefined || state === 'planning' ? 'planning' : 'ready'
}
