import { sql } from 'kysely'
import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { listedAttributes, presentListedAttribute } from './listed-attribute.ts'
import type { DescribedAttribute } from './schema.ts'

/** The answer of a single attribute (by uuid), with its ETag; 404 for an unknown one. */
export async function answerAttribute(
  context: Pick<ReadContext, 'db' | 'services' | 'etag'>,
  id: string,
): Promise<Static<typeof DescribedAttribute>> {
  const found = await listedAttributes(context.db)
    .select([
      'a.version',
      'd.version as dimension_version',
      sql<number>`(select count(distinct q.directory_user_id) from rule r
        join qualification q on q.rule_id = r.id where r.ruleset_id = ruleset.id)`.as('users'),
      sql<number>`(select count(*) from rule r
        where r.ruleset_id = ruleset.id and r.deleted_at is null)`.as('policy_rules'),
    ])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw noSuch('attribute', id)
  const { version, dimension_version, users, policy_rules, ...row } = found
  // The counts and the dimension's handle are in the body, but not in the row's version.
  context.etag(version, `${dimension_version}-${users}-${policy_rules}`)
  return {
    ...presentListedAttribute(row, baseUrl(context.services)),
    count: { users, policy_rules },
  }
}
