import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../../database/database.ts'
import {
  type DirectoryUserSummaryJson,
  presentSummary,
  summaryJson,
  type SummaryRow,
  summarySource,
} from '../../shapes/person-summary.ts'

export const maximumExamples = 5

/** Whether a person (`u`) may be in a manifest, with their `parent`. */
export const isEligible = sql<boolean>`(u.deleted_at is null and u.state in ('active', 'expiring')
  and (parent.id is null or (parent.deleted_at is null and parent.state in ('active', 'expiring'))))`

/** How people compare with those in a manifest. */
export type ComparedPeople = {
  matching: number
  eligible: number
  entering: number
  leaving: number
  examples: { directory_user: DirectoryUserSummaryJson; enters: boolean }[]
}

type Compared = {
  /** A select of the ids of those who meet the conditions. */
  people: RawBuilder<unknown>
  rulesetId: string
  /** The rule in force that the conditions would take the place of. */
  ruleId: string | null
}

/** Compares people who meet conditions with the open stays of a ruleset. */
export async function comparePeople(
  db: Reader,
  { people, rulesetId, ruleId }: Compared,
): Promise<ComparedPeople> {
  const { rows } = await sql<
    Omit<ComparedPeople, 'examples'> & { examples: { user: SummaryRow; enters: boolean }[] }
  >`
    with met as materialized (select met.id from (${people}) as met (id)),
    found as materialized (
      select u.id, u.full_name, e.eligible, e.eligible and s.id is null as enters
      from met join directory_user u on u.id = met.id and u.deleted_at is null
      left join directory_user parent on parent.id = u.parent_user_id
      left join policy_user s on s.ruleset_id = ${rulesetId} and s.directory_user_id = u.id and s.deleted_at is null
      cross join lateral (select ${isEligible} as eligible) e),
    shown as (select * from found order by enters desc, full_name, id limit ${maximumExamples})
    select (select count(*) from found) as matching, (select count(*) from found where eligible) as eligible,
      (select count(*) from found where enters) as entering,
      (select count(*) from policy_user s where s.ruleset_id = ${rulesetId} and s.rule_id = ${ruleId}::uuid
        and s.deleted_at is null and not exists (select from met where met.id = s.directory_user_id)
        and not exists (select from rule r join qualification q on q.rule_id = r.id
          where r.ruleset_id = s.ruleset_id and r.id <> s.rule_id and q.directory_user_id = s.directory_user_id)) as leaving,
      (select coalesce(jsonb_agg(jsonb_build_object('user', ${summaryJson}, 'enters', shown.enters)
          order by shown.enters desc, shown.full_name, shown.id), '[]')
        from shown join (${summarySource}) on p.id = shown.id) as examples`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database compared nobody')
  const examples = row.examples.map(({ user, enters }) => ({
    directory_user: presentSummary(user),
    enters,
  }))
  return { ...row, examples }
}
