import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import { counted } from '../../contract/text.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import type { PersonState } from '../../engine/effective-state.ts'
import { asksForRules, type Condition } from '../../engine/model.ts'
import { fewestMembers } from '../../engine/suggest/suggest-rules.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { selectReadableIntegrations } from '../conditions/policy-keys.ts'
import { inputOf } from '../conditions/stored-input.ts'
import { loadReferents, nameCondition } from '../conditions/referents.ts'
import { ineligibleBecause } from '../explain/words.ts'
import { currentPolicy } from '../model/policy-cache-of.ts'
import { describeRule } from '../stored-rules/describe-condition.ts'
import type { WrittenCondition } from '../stored-rules/draft-condition.ts'
import { mostNamed, type SuggestedRulesJson } from './schema.ts'
import { suggestFor } from './suggest-for.ts'
import { suggestSource } from './suggest-source.ts'
import type { Suggested } from './suggest-thread.ts'

/** The resource (uuids) whose members are to be explained. */
type Scope = { resource: string; integration: string }

const exceptionMilliseconds = 90 * 86_400_000

/** Rules for the members of a resource, on what the caller may name. The caller may see people and values of profiles. */
export async function suggestRulesOf(
  context: ReadContext,
  { resource, integration }: Scope,
): Promise<SuggestedRulesJson> {
  const { db, now, may, whileAsked } = context
  const { members, count, accounts, role } = await selectMembers(db, resource)
  const { source: policy } = await currentPolicy(context)
  const source = suggestSource(policy, {
    group: resource,
    integrations: await selectReadableIntegrations(db),
    first: integration,
    attributes: may('directory.attribute.view'),
    resources: may('policy.rule.view'),
  })
  const question = { source, now: now.getTime(), members }
  const found = await whileAsked((signal) => suggestFor(db, question, signal))
  const missing = await selectNamed(db, found.missing.ids)
  const isExplained = found.rules.length > 0
  return {
    is_explained: isExplained,
    message: messageOf(found, { members: count, accounts }),
    role_handle: role,
    count: {
      members: count,
      accounts_without_person: accounts,
      missing: found.missing.count,
      extra: found.extra.count,
    },
    data: await presentRules(db, found.rules),
    missing: missing.map((row) => ({ ...presentPerson(row), why: whyMissing(row, isExplained) })),
    extra: (await selectNamed(db, found.extra.ids)).map(presentPerson),
    exceptions: isExplained
      ? missing.filter(isPresent).map((row) => ({
          user_id: encodeId('directoryUser', row.id),
          role: role ?? 'member',
          reason: 'Is a member and meets none of the rules',
          expires_at: instant(new Date(now.getTime() + exceptionMilliseconds)),
        }))
      : [],
  }
}

/** `members`: their ids, with commas between them. */
type Members = { members: string; count: number; accounts: number; role: string | null }

async function selectMembers(db: Reader, resource: string): Promise<Members> {
  const { rows } = await sql<Members>`
    with membership as (
      select i.directory_user_id as person, m.role_handle as role
      from resource_member m join identity i on i.id = m.identity_id where m.resource_id = ${resource}::uuid)
    select coalesce((select string_agg(distinct person::text, ',') from membership), '') as members,
      (select count(distinct person) from membership)::int as count,
      (select count(*) from membership where person is null)::int as accounts,
      (select p.handle from membership join policy_role p on p.handle = role
        join resource o on o.id = ${resource}::uuid and p.resource_type = o.type
        where person is not null group by p.handle order by count(distinct person) desc, p.handle limit 1) as role`.execute(
    db,
  )
  return rows[0] ?? { members: '', count: 0, accounts: 0, role: null }
}

type Counts = { members: number; accounts: number }

function messageOf(found: Suggested, { members, accounts }: Counts): string {
  const belong = `${counted(accounts, 'account')} of it ${accounts === 1 ? 'belongs' : 'belong'} to no one.`
  return `${outcomeOf(found, members)}${accounts === 0 ? '' : ` ${belong}`}`
}

function outcomeOf({ rules, missing, extra }: Suggested, members: number): string {
  if (members === 0) return 'It has no members.'
  if (members < fewestMembers)
    return `It has fewer than ${fewestMembers} members: name them by exceptions instead.`
  if (rules.length === 0) return 'No rule explains who is in this group.'
  const admit = rules.length === 1 ? 'This rule admits' : 'These rules admit'
  if (missing.count + extra.count === 0) return `${admit} the members, and nobody else.`
  const admitted = `${admit} ${members - missing.count} of ${counted(members, 'member')}`
  return extra.count === 0
    ? `${admitted}, and nobody else.`
    : `${admitted}, and ${counted(extra.count, 'person', 'people')} who ${extra.count === 1 ? 'is' : 'are'} no member.`
}

type NamedRow = {
  id: string
  full_name: string
  state: PersonState
  is_deleted: boolean
  parent_name: string | null
  parent_state: PersonState | null
}

/** The first of these people (uuids) by name. */
async function selectNamed(db: Reader, ids: readonly string[]): Promise<NamedRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedRow>`
    select u.id, coalesce(u.full_name, '') as full_name, u.state, u.deleted_at is not null as is_deleted,
      parent.full_name as parent_name, parent.state as parent_state
    from directory_user u left join directory_user parent on parent.id = u.parent_user_id
    where u.id = any (${uuids(ids)}) order by search_key(u.full_name), u.id limit ${mostNamed}`.execute(
    db,
  )
  return rows
}

function presentPerson({ id, full_name }: NamedRow) {
  return { id: encodeId('directoryUser', id), full_name }
}

function reasonsOf(row: NamedRow): string[] {
  const { is_deleted: isDeleted, state, parent_state: parentState } = row
  return ineligibleBecause({ isEligible: false, isDeleted, state, parentState }, row.parent_name)
}

function isPresent(row: NamedRow): boolean {
  return reasonsOf(row).length === 0
}

function whyMissing(row: NamedRow, isExplained: boolean): string {
  const reasons = reasonsOf(row)
  if (reasons.length > 0) return reasons.join(' and ')
  return isExplained ? 'meets none of these rules' : 'no rule is suggested'
}

async function presentRules(
  db: Reader,
  rules: Suggested['rules'],
): Promise<SuggestedRulesJson['data']> {
  const written = rules.map(({ conditions }) => conditions.map(writtenOf))
  const referents = await loadReferents(db, written.flat())
  return rules.map(({ people, members }, at) => {
    const conditions = written[at] ?? []
    return {
      description: describeRule(conditions.map((each) => nameCondition(each, referents))),
      conditions: conditions.map((each) => {
        const input = inputOf(each)
        return {
          type: input.type,
          resource_id: input.resource_id ?? null,
          profile_key: input.profile_key ?? null,
          profile_operator: input.profile_operator ?? null,
          profile_value: input.profile_value ?? null,
        }
      }),
      count: { people, members },
    }
  })
}

/** A condition of the engine as it would be stored. */
function writtenOf(condition: Condition): WrittenCondition {
  const { type, resourceId, operator } = condition
  return {
    type,
    attributeId: type === 'attribute' ? resourceId : null,
    integrationId: type === 'identity' ? resourceId : null,
    directoryUserId: type === 'identity' || asksForRules(condition) ? null : resourceId,
    vendorResourceId: type === 'entitled_to' ? resourceId : null,
    profileKey: type === 'identity' ? condition.profileKey : null,
    profileOperator: operator,
    profileValue: type === 'identity' ? condition.value : null,
    orAbsent: false,
  }
}
