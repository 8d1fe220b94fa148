import { sql } from 'kysely'
import { conditionTypes } from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { readRoute } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { presentListedCondition, selectConditions } from '../conditions/queries.ts'
import { ListedCondition } from '../conditions/schema.ts'
import { policyViewer } from '../shapes/withhold.ts'
import { requireVisibleRule } from '../rights/visible-rule.ts'

const conditions = declareList({
  item: ListedCondition,
  filters: {
    type: by.word(conditionTypes, sql`c.type`),
    profile_key: by.text('keys of profiles, to the letter', sql`c.profile_key`),
    ...by.instants({ created: sql`c.created_at` }),
  },
  order: sortFields({ id: ['uuid', sql`c.id`] }),
  defaultSort: 'id',
  id: sql`c.id`,
  rows: ({ db }) => selectConditions(db),
  present: (row, { may, services }) =>
    presentListedCondition(row, { viewer: policyViewer(may), baseUrl: baseUrl(services) }),
})

export const listConditionsOfRule = readRoute({
  id: 'listConditionsOfRule',
  url: '/policy/rules/:rule/conditions',
  summary: 'List the conditions of a rule',
  description:
    'What a person must meet, all of it, by id. What is wanted of profiles needs `directory.identity.profile.view`.',
  access: { row: 'policy.rule.view' },
  params: { rule: 'rule' },
  query: conditions.query,
  response: conditions.response,
  handler: async (context) => {
    const { rule } = context.params
    await requireVisibleRule(context, rule)
    return conditions.page(context, sql`c.rule_id = ${rule}`)
  },
})
