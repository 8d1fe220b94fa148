import { Id, Nullable, RecordShape, Shape, Text } from '../../../http/shapes/schema.ts'
import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../../contract/ids.ts'
import { directoryUserStates } from '../../../contract/states.ts'
import type { Reader } from '../../../database/database.ts'
import { parseJson } from '../../../database/parse-json.ts'
import { by } from '../../../http/lists/list-filters.ts'
import { sortFields } from '../../../http/lists/page.ts'
import {
  DirectoryUserSummary,
  presentSummary,
  summaryJson,
  type SummaryRow,
} from '../../shapes/person-summary.ts'

const personLink = Text(2000, {
  examples: ['https://muster.example/api/v1/directory/users/drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'],
})

/** A person who meets rules of a ruleset. */
export const RulesetPerson = RecordShape(
  {
    id: Id('directoryUser'),
    policy_rule_ids: Type.Array(Id('rule'), {
      maxItems: 200,
      description: 'The rules of the ruleset that they meet, in admission order, at most 200',
    }),
    policy_user_id: Nullable(Id('policyUser')),
    included: Shape({ directory_user: DirectoryUserSummary }),
    links: Shape({
      directory_user: personLink,
      explain: personLink,
      policy_user: Nullable(personLink),
    }),
  },
  { $id: 'RulesetPerson' },
)

/** The filters and sorts that lists of people (`p`) of a ruleset share, but for the search. */
export const personFilters = {
  id: by.id('directoryUser', sql`p.id`),
  state: by.word(directoryUserStates, sql`p.state`),
  manager_id: by.id('directoryUser', sql`p.manager_id`),
}
export const personSorts = sortFields({
  full_name: ['text', sql`p.full_name`],
})
export const personId = sql`p.id`

/** People (`p`) with their place in the manifest of a ruleset, if they have one. */
export function selectRulesetPeople(db: Reader, rulesetId: string) {
  return db
    .selectFrom('directory_user as p')
    .leftJoin('identity as pi', 'pi.id', 'p.primary_identity_id')
    .leftJoin('integration as pg', 'pg.id', 'pi.integration_id')
    .leftJoin('policy_user as s', (join) =>
      join
        .onRef('s.directory_user_id', '=', 'p.id')
        .on('s.ruleset_id', '=', rulesetId)
        .on('s.deleted_at', 'is', null),
    )
    .select(['p.id', 'p.full_name', 's.id as stay_id', sql<string>`${summaryJson}`.as('summary')])
}

export type RulesetPersonRow = { id: string; stay_id: string | null; summary: string }

/** A person who meets those rules (uuids, in admission order). `baseUrl` has no trailing slash. */
export function presentRulesetPerson(
  row: RulesetPersonRow,
  rules: readonly string[],
  { rulesetId, baseUrl }: { rulesetId: string; baseUrl: string },
): Static<typeof RulesetPerson> {
  const id = encodeId('directoryUser', row.id)
  const stay = row.stay_id === null ? null : encodeId('policyUser', row.stay_id)
  const self = `${baseUrl}/directory/users/${id}`
  return {
    id,
    policy_rule_ids: rules.slice(0, 200).map((rule) => encodeId('rule', rule)),
    policy_user_id: stay,
    included: { directory_user: presentSummary(parseJson<SummaryRow>(row.summary)) },
    links: {
      directory_user: self,
      explain: `${self}/explain?ruleset=${encodeId('ruleset', rulesetId)}`,
      policy_user: stay && `${baseUrl}/policy/users/${stay}`,
    },
  }
}
