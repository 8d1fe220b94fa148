import { sql } from 'kysely'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import { baseUrl } from '../../http/services.ts'
import { requireVisibleRuleset } from '../rulesets/visible-ruleset.ts'
import { presentHeldChange, readHeldEffect } from './answer-held-change.ts'
import { selectHeld } from './held-queries.ts'
import { HeldChange } from './schema.ts'

const sorts = {
  created_at: { key: 'created_at', expression: sql`h.created_at`, type: 'timestamptz' },
} as const

export const listHeldChanges = readRoute({
  id: 'listHeldChanges',
  method: 'GET',
  url: '/policy/rulesets/:ruleset/held-changes',
  tag: 'policy',
  summary: 'List what a ruleset has held',
  description:
    'What its freezes have kept from happening, by `created_at`. Of the one that is frozen now, `digest` and `totals` are what ' +
    'would happen at this moment, and `effects` lists to whom; of the others, what was decided.',
  access: { row: 'policy.rule.view' },
  params: { ruleset: 'ruleset' },
  query: listQuery({}, sorts),
  status: 200,
  response: ListOf(HeldChange),
  snapshot: () => true,
  handler: async (context) => {
    const rulesetId = context.params.ruleset
    await requireVisibleRuleset(context, rulesetId)
    const held = selectHeld(context.db).where('h.ruleset_id', '=', rulesetId)
    const open = await held.where('f.ended_at', 'is', null).executeTakeFirst()
    const effect = open && (await readHeldEffect(context, open))
    const base = baseUrl(context.services)
    return listPage(context, held, {
      sorts,
      defaultSort: 'created_at',
      id: sql`h.id`,
      present: (row) => presentHeldChange(row, row.ended_at === null ? effect : undefined, base),
    })
  },
})
