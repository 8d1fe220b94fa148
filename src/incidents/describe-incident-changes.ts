import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { profileValuePermission } from '../contract/permissions.ts'
import { keysOfPolicy } from '../directory/identities/rejected-values.ts'
import type { Reader } from '../database/database.ts'
import { noSuch } from '../http/refusals/problem.ts'
import { readRoute } from '../http/route/route.ts'
import { Nullable, OneOf, Shape, Text } from '../http/shapes/schema.ts'
import { findIncidentState } from '../policy/holds/queries.ts'

const maximumChanges = 100

const Change = Shape({
  of: OneOf(['account', 'state', 'email', 'profile'], {
    description: '`account`: an account that the source has not reported before',
  }),
  key: Nullable(Text(300, { description: 'Of the profile', examples: ['department'] })),
  before: Nullable(
    Text(1000, { description: 'What is accepted; null for no value', examples: ['Sales'] }),
  ),
  after: Nullable(Text(1000, { description: 'What is pending; null for no value' })),
  accounts: Type.Integer({ minimum: 1, examples: [412] }),
})

type ChangeJson = Static<typeof Change>

export const describeIncidentChanges = readRoute({
  id: 'describeIncidentChanges',
  url: '/policy/incidents/:incident/changes',
  summary: 'Describe what the source of an incident said',
  description:
    'How the pending facts of the accounts that an open incident holds differ from the accepted ones, the most frequent change first: ' +
    `states, addresses, and the profile keys that policy reads; at most ${maximumChanges}. Values of profiles need \`directory.identity.profile.view\`, and ` +
    'addresses `directory.user.view`; `withheld` names what is left out.',
  access: 'policy.rule.view',
  cost: 10,
  params: { incident: 'incident' },
  response: Shape(
    {
      data: Type.Array(Change, { maxItems: maximumChanges }),
      is_capped: Type.Boolean({ description: `There are more than ${maximumChanges}` }),
      withheld: Type.Array(OneOf(['email', 'profile']), { maxItems: 2 }),
    },
    { $id: 'PolicyIncidentChanges' },
  ),
  snapshot: () => true,
  handler: async ({ db, params, may }) => {
    const id = params.incident
    if ((await findIncidentState(db, id)) === undefined) throw noSuch('incident', id)
    const sees = { email: may('directory.user.view'), profile: may(profileValuePermission) }
    const rows = await selectChanges(db, id, sees)
    const kinds = ['email', 'profile'] as const
    return {
      data: rows.slice(0, maximumChanges),
      is_capped: rows.length > maximumChanges,
      withheld: kinds.filter((kind) => !sees[kind]),
    }
  },
})

async function selectChanges(
  db: Reader,
  incidentId: string,
  sees: { email: boolean; profile: boolean },
): Promise<ChangeJson[]> {
  const { rows } = await sql<ChangeJson>`
    with held as materialized (
      select h.identity_id, h.is_new_account, i.integration_id, i.vendor_state, h.state, i.email as accepted_email, h.email,
        i.profile as accepted_profile, h.profile
      from held_account h join identity i on i.id = h.identity_id where h.incident_id = ${incidentId}
    ), keys as materialized (
      select g.id as integration_id, k.key
      from integration g cross join lateral (${keysOfPolicy}) k (key)
      where ${sees.profile}::boolean and g.id in (select integration_id from held)
    )
    select c.of, c.key, left(c.before, 1000) as before, left(c.after, 1000) as after, count(*) as accounts
    from (
      select 'account' as of, null as key, null as before, state as after from held where is_new_account
      union all
      select 'state', null, vendor_state, state from held where not is_new_account and state <> vendor_state
      union all
      select 'email', null, accepted_email, email from held
      where ${sees.email}::boolean and not is_new_account and email is distinct from accepted_email
      union all
      select 'profile', k.key, ${shown('accepted_profile')}, ${shown('profile')}
      from held join keys k on k.integration_id = held.integration_id
      where not is_new_account
        and profile_member(profile, k.key) is distinct from profile_member(accepted_profile, k.key)
    ) c
    group by c.of, c.key, c.before, c.after
    order by count(*) desc, c.of, c.key, c.before nulls first, c.after nulls first limit ${maximumChanges + 1}`.execute(
    db,
  )
  return rows
}

/** The value of the key `k` in a profile, as text. */
function shown(profile: 'profile' | 'accepted_profile') {
  const column = sql.ref(`held.${profile}`)
  return sql`coalesce(profile_text(${column}, k.key), nullif(nullif(profile_member(${column}, k.key)::text, 'null'), '""'))`
}
