import { Type } from 'typebox'
import { decodeId, idPrefixes } from '../../contract/ids.ts'
import { assumableStates } from '../../contract/states.ts'
import { profileValuePermission, type Permission } from '../../contract/permissions.ts'
import { noSuch, badRequest } from '../../http/refusals/problem.ts'
import { lacking } from '../../http/callers/authorise.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { InstantInput, OneOf, readInstant, Shape } from '../../http/shapes/schema.ts'
import { findSubject } from '../../policy/explain/queries.ts'
import { maySeeSomeRuleset } from '../../policy/rights/visible-ruleset.ts'
import { answerWhatIf } from '../../policy/what-if/answer.ts'
import { WhatIf } from '../../policy/what-if/schema.ts'
import { requireKnown } from '../require-known.ts'

/** For `manager`: nobody. */
const nobody = 'none'

export const whatIfDirectoryUser = readRoute({
  id: 'whatIfDirectoryUser',
  url: '/directory/users/:user/what-if',
  summary: 'Ask what a directory user would have',
  description:
    'What this person would gain, lose, and keep with another role or by grace, each with its reason, if values of their accounts, their manager or their state were as given, or by a later date. Nothing is stored or changed. ' +
    'Until `at` the clock does what it will: ends come, and rules with a date begin, unless a limit would stop them. What is given holds from then on. Limits and other people are what a plan shows. ' +
    'Rulesets that you may not see are left out. Needs `policy.rule.view`, or a role on a ruleset, as well; `set` needs `directory.identity.profile.view`.',
  access: 'directory.user.view',
  cost: 5,
  params: { user: 'directoryUser' },
  query: Shape({
    set: Type.Optional(
      Type.Record(Type.String(), Type.String({ maxLength: 20_000 }), {
        maxProperties: 50,
        description:
          '`set[department]=Sales`: what an account holds under a key that policy reads, one of the `policy_keys` of its integration; of the primary integration unless ' +
          'the key follows the handle of another, as in `set[chat:title]`, or the id of an account. A JSON array gives several values, an empty text none',
        examples: [{ department: 'Sales' }],
      }),
    ),
    manager: Type.Optional(
      Type.String({
        pattern: `^(?:${idPrefixes.directoryUser}_[0-7][0-9a-hjkmnp-tv-z]{25}|${nobody})$`,
        maxLength: 32,
        description: `Whom the person reports to, or \`${nobody}\``,
        examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
      }),
    ),
    state: Type.Optional(OneOf(assumableStates)),
    at: Type.Optional({ ...InstantInput, description: 'A later instant; without it, now' }),
  }),
  response: WhatIf,
  snapshot: () => true,
  handler: async (context) => {
    const { db, query, params, now } = context
    askForAll(context, query.set !== undefined)
    const managerId = readManager(query.manager)
    const at = query.at === undefined ? now : readInstant(query.at)
    if (at === undefined || at < now)
      throw badRequest('The query parameter at must be an instant that is still to come.')
    const subject = await findSubject(db, params.user)
    if (subject === undefined) throw noSuch('directoryUser', params.user)
    if (managerId === params.user)
      throw badRequest('The query parameter manager names the person: nobody is above themself.')
    if (typeof managerId === 'string') await requireKnown(db, 'directoryUser', managerId)
    return answerWhatIf(context, subject, {
      set: query.set ?? {},
      managerId,
      state: query.state,
      at,
    })
  },
})

/** One 403 names all that is missing. */
function askForAll(context: ReadContext, setsValues: boolean): void {
  const { caller, may } = context
  const missing: Permission[] = []
  if (!maySeeSomeRuleset(context)) missing.push('policy.rule.view')
  if (setsValues && !may(profileValuePermission)) missing.push(profileValuePermission)
  if (missing.length > 0) throw lacking(caller, missing)
}

function readManager(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  return text === nobody ? null : decodeId('directoryUser', text)
}
