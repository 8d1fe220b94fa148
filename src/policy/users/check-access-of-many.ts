import { Type } from 'typebox'
import { unprocessable } from '../../http/refusals/problem.ts'
import { Restart, writeRoute } from '../../http/route/route.ts'
import { Shape } from '../../http/shapes/schema.ts'
import { askForSomeRuleset } from '../rights/visible-ruleset.ts'
import { AccessPair, CheckedAccess, findPairs, mayCheck, presentChecked } from './checked-access.ts'

const maximumPairs = 500

export const checkAccessOfMany = writeRoute({
  id: 'checkAccessOfMany',
  method: 'POST',
  url: '/policy/check',
  summary: 'Check many pairs of a directory user and a resource',
  description:
    `What \`GET /policy/check\` answers, for up to ${maximumPairs} pairs at once, in their order and as of one instant. Nothing is changed. ` +
    'Needs `directory.user.view` as well. 422 names each pair of an unknown person, or of a resource that is unknown or whose ruleset the caller may not see.',
  access: { row: 'policy.rule.view' },
  cost: 5,
  body: Shape({ pairs: Type.Array(AccessPair, { minItems: 1, maxItems: maximumPairs }) }),
  isDryRun: true,
  readsDue: true,
  response: Shape(
    { data: Type.Array(CheckedAccess, { maxItems: maximumPairs }) },
    { $id: 'CheckedAccessOfMany' },
  ),
  handler: async (context) => {
    await askForSomeRuleset(context)
    await context.ask('directory.user.view')
    const { pairs } = context.body()
    const rows = await findPairs(context.tx, pairs)
    const errors: Record<string, [string]> = {}
    const data = rows.flatMap((row, at) => {
      const pair = pairs[at]
      if (!row.is_person) errors[`pairs.${at}.user_id`] = ['names no directory user']
      if (!mayCheck(context, row))
        errors[`pairs.${at}.resource_id`] = ['names no resource whose ruleset you may see']
      return pair === undefined ? [] : [presentChecked(pair, row)]
    })
    if (Object.keys(errors).length > 0) throw unprocessable(errors)
    return new Restart(async () => ({ answer: { data } }))
  },
})
