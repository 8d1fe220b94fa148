import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { DirectoryUserSummaryJson } from '../../policy/shapes/person-summary.ts'
import type { Reader } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { uuids } from '../../database/uuids.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant, instantOrNull } from '../../http/shapes/schema.ts'
import { selectRulesShown } from '../../policy/explain/queries.ts'
import { ineligibleBecause } from '../../policy/explain/words.ts'
import { ruleJson } from '../../policy/shapes/columns.ts'
import { presentSummary, summaryJson, type SummaryRow } from '../../policy/shapes/person-summary.ts'
import { presentRule, type RuleRow } from '../../policy/shapes/present.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { membershipOrder } from '../../policy/users/membership-drift.ts'
import { roleSince, selectStays } from '../../policy/users/queries.ts'
import { comparedIn, orphanStatus, personStatus, type DriftScope } from './drift-queries.ts'
import {
  maximumAccounts,
  withheldAccount,
  type DriftAccountJson,
  type DriftJson,
} from './drift-schema.ts'

/** The rows of a page, from the uuids of people and of accounts that belong to no one, in their order. What is foreseen is of these people. */
export async function presentDrift(
  context: ReadContext,
  scope: DriftScope,
  ids: readonly string[],
): Promise<DriftJson[]> {
  const people = await selectPeople(context.db, scope, ids)
  const shoulds = await shouldsOf(context, scope, ids)
  const entering = new Set(
    scope.foreseen?.flatMap(({ person, enters }) => (enters ? [person] : [])),
  )
  const accounts = await selectAccounts(context, scope, ids)
  return ids.map((id) => {
    const person = people.get(id)
    const should = shoulds.get(id) ?? null
    const own = accounts.get(id) ?? []
    const members = own.filter(({ json }) => json.has !== null)
    const shown = members.length > 0 ? members : own
    return {
      id: person === undefined ? encodeId('identity', id) : encodeId('directoryUser', id),
      status: person?.status ?? orphanStatus(scope),
      is_held: person?.is_held ?? own.some(({ isHeld }) => isHeld),
      enters: entering.has(id),
      should,
      outside: should === null && members.length > 0 ? outsideBecause(scope, person) : null,
      has: members[0]?.json.has ?? null,
      accounts: shown.slice(0, maximumAccounts).map(({ json }) => json),
      included: { directory_user: person?.summary ?? null },
      links: linksOf(context, scope, person && id),
    }
  })
}

/** Why no rule of the ruleset admits a member; null where there is none. */
function outsideBecause(
  { ruleset, isManaged }: DriftScope,
  person: PersonRow | undefined,
): string | null {
  if (ruleset === null) return null
  if (person === undefined) return 'belongs to no person'
  const {
    is_deleted: isDeleted,
    state,
    parent_state: parentState,
    parent_name: parentName,
  } = person
  const eligibility = { isEligible: false, isDeleted, state, parentState }
  const reasons = ineligibleBecause(eligibility, parentName)
  if (reasons.length > 0) return reasons.join(' and ')
  return isManaged ? 'meets none of its rules' : 'no rule is in force'
}

function linksOf({ services }: ReadContext, { ruleset }: DriftScope, person: string | undefined) {
  if (person === undefined) return { directory_user: null, explain: null }
  const url = `${baseUrl(services)}/directory/users/${encodeId('directoryUser', person)}`
  const explain = ruleset && `${url}/explain?ruleset=${encodeId('ruleset', ruleset)}`
  return { directory_user: url, explain }
}

type State = DirectoryUserSummaryJson['state']
type PersonRow = {
  state: State
  is_deleted: boolean
  parent_name: string | null
  parent_state: State | null
}

async function selectPeople(db: Reader, scope: DriftScope, ids: readonly string[]) {
  const rows = await db
    .selectFrom('directory_user as p')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .leftJoin('directory_user as parent', 'parent.id', 'p.parent_user_id')
    .select([
      'p.id',
      'p.state',
      sql<boolean>`p.deleted_at is not null`.as('is_deleted'),
      'parent.full_name as parent_name',
      'parent.state as parent_state',
      personStatus(scope).as('status'),
      sql<boolean>`exists (select from held_account h join identity hi on hi.id = h.identity_id
        where hi.directory_user_id = p.id and h.incident_id is not null)`.as('is_held'),
      sql<string>`${summaryJson}`.as('summary'),
    ])
    .where(sql<boolean>`p.id = any (${uuids(ids)})`)
    .execute()
  return new Map(
    rows.map(({ summary, ...row }) => [
      row.id,
      { ...row, summary: presentSummary(parseJson<SummaryRow>(summary)) },
    ]),
  )
}

type Should = NonNullable<DriftJson['should']>

/** What people should have: by their stays, or by the rules that are foreseen for them. */
async function shouldsOf(context: ReadContext, scope: DriftScope, ids: readonly string[]) {
  const stays = await selectShoulds(context, scope, ids)
  const { foreseen } = scope
  if (foreseen === undefined) return stays
  const rules = await selectRulesShown(context.db, [...new Set(foreseen.map(({ rule }) => rule))])
  return new Map(
    foreseen.map(({ person, rule, until }): [string, Should] => {
      const found = givenBy(context, { rule: rules.get(rule) ?? '', until })
      const stay = stays.get(person)
      if (stay?.policy_rule_id === found.policy_rule_id) return [person, stay]
      const since = stay?.role_handle === found.role_handle ? stay.since : null
      return [person, { ...found, since, policy_user_id: stay?.policy_user_id ?? null }]
    }),
  )
}

async function selectShoulds(context: ReadContext, scope: DriftScope, ids: readonly string[]) {
  const rows = await selectStays(context.db, undefined)
    .select([
      's.id',
      's.directory_user_id',
      roleSince.as('role_since'),
      's.expires_at as until',
      sql<string>`${ruleJson}`.as('rule'),
    ])
    .where('s.ruleset_id', '=', scope.ruleset)
    .where('s.deleted_at', 'is', null)
    .where(sql<boolean>`s.directory_user_id = any (${uuids(ids)})`)
    .execute()
  return new Map(
    rows.map((row): [string, Should] => {
      const [since, stay] = [instant(row.role_since), encodeId('policyUser', row.id)]
      return [row.directory_user_id, { ...givenBy(context, row), since, policy_user_id: stay }]
    }),
  )
}

function givenBy({ may }: ReadContext, { rule, until }: { rule: string; until: Date | null }) {
  const shown = presentRule(parseJson<RuleRow>(rule), policyViewer(may))
  return {
    role_handle: shown.role_handle,
    role_name: shown.role_name,
    until: instantOrNull(until),
    why: shown.description ?? '',
    policy_rule_id: shown.id,
  }
}

type AccountRow = {
  owner: string
  id: string
  vendor_id: string
  external_id: string | null
  handle: string | null
  full_name: string
  email: string | null
  state: DriftAccountJson['state']
  role_handle: string | null
  since: Date | null
  is_held: boolean
}

/** By person, or by the account itself if it belongs to no one: members in another role first, then other members and active ones. */
async function selectAccounts({ db, may }: ReadContext, scope: DriftScope, ids: readonly string[]) {
  const compared = comparedIn(scope, sql`i.directory_user_id`)
  const { rows } = await sql<AccountRow>`
    select coalesce(i.directory_user_id, i.id) as owner, i.id, i.vendor_id, x.external_id, i.handle, i.full_name, i.email, i.state,
      m.role_handle, m.role_since as since,
      exists (select from held_account h where h.identity_id = i.id and h.incident_id is not null) as is_held
    from identity i
    left join scim_resource x on x.id = i.vendor_id and x.integration_id = i.integration_id
    left join resource_member m on m.identity_id = i.id and m.resource_id = ${scope.resource}::uuid
    where (i.directory_user_id = any (${uuids(ids)}) or i.id = any (${uuids(ids)}))
      and (m.identity_id is not null or i.integration_id = ${scope.integration}::uuid)
    order by ${membershipOrder(compared)}`.execute(db)
  const accounts = new Map<string, { json: DriftAccountJson; isHeld: boolean }[]>()
  for (const { owner, is_held: isHeld, ...row } of rows) {
    const isSeen = owner !== row.id || may('directory.identity.view')
    const json = presentAccount(row, isSeen)
    accounts.set(owner, [...(accounts.get(owner) ?? []), { json, isHeld }])
  }
  return accounts
}

function presentAccount(
  { role_handle, since, id, ...row }: Omit<AccountRow, 'owner' | 'is_held'>,
  isSeen: boolean,
): DriftAccountJson {
  const has = role_handle === null || since === null ? null : { role_handle, since: instant(since) }
  const account = { ...row, withheld: [], id: encodeId('identity', id), has }
  return isSeen ? account : { ...account, ...withheldAccount }
}
