import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import { uuids } from '../../database/uuids.ts'
import { unprocessable } from '../../http/refusals/problem.ts'

/** What keeps an integration from being deleted: of each kind the first records. Ids are uuids. */
export type DeletionBlockers = {
  id: string
  /** The primary of some people. */
  governs: boolean
  rules: { id: string; ruleset_id: string }[]
  dimensions: string[]
  rulesets: string[]
  is_running: boolean
}

const shown = 10

/**
 * What rests on each of the integrations. The imported rules of attributes are not named: no one ends them one by one, and they
 * are in force as long as their dimension is active.
 */
export async function selectDeletionBlockers(
  db: Reader,
  ids: readonly string[],
): Promise<DeletionBlockers[]> {
  const { rows } = await sql<DeletionBlockers>`
    select g.id, g.is_primary and exists (
        select from directory_user u join identity i on i.id = u.primary_identity_id where i.integration_id = g.id) as governs,
      array(select distinct jsonb_build_object('id', r.id, 'ruleset_id', r.ruleset_id)
        from condition c join rule r on r.id = c.rule_id
        where c.integration_id = g.id and r.state in ('staged', 'active', 'expiring') and r.deleted_at is null
          and not (r.is_imported and exists (
            select from ruleset s join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
            where s.id = r.ruleset_id and d.integration_id = g.id))
        order by 1 limit ${shown + 1}) as rules,
      array(select handle from dimension d where d.integration_id = g.id and d.state = 'active'
        order by 1 limit ${shown + 1}) as dimensions,
      array(select s.id::text from ruleset s join resource o on o.id = s.resource_id
        where o.integration_id = g.id and s.state <> 'unmanaged' order by 1 limit ${shown + 1}) as rulesets,
      exists (select from import_run m where m.integration_id = g.id and m.finished_at is null) as is_running
    from integration g where g.id = any (${uuids(ids)}) and g.deleted_at is null`.execute(db)
  return rows
}

/** The rulesets (uuids) that {@link refuseWhileBlocked} names. */
export function rulesetsNamed({ rules, rulesets }: DeletionBlockers): string[] {
  return [...rules.map(({ ruleset_id: id }) => id), ...rulesets]
}

/**
 * 422 while something rests on an integration, with what to do first: nothing that is deleted may move access unseen. `titles`:
 * what rulesets (uuids) are called, as far as the caller may see them.
 */
export function refuseWhileBlocked(
  found: DeletionBlockers,
  titles: ReadonlyMap<string, string> = new Map(),
): void {
  const nameOf = (id: string) => titles.get(id) ?? encodeId('ruleset', id)
  const rules = found.rules.map(
    ({ id, ruleset_id: of }) => `${encodeId('rule', id)} of ${nameOf(of)}`,
  )
  const errors = {
    is_primary: found.governs
      ? ['is true: it governs people. Make another integration the primary first']
      : [],
    rules: sentence(rules, 'name it: end or delete them first'),
    dimensions: sentence(
      found.dimensions,
      'read it: deactivate them first, which takes the imported rules of their attributes out of force',
    ),
    rulesets: sentence(
      found.rulesets.map(nameOf),
      'decide about its resources: make them unmanaged first',
    ),
    runs: found.is_running ? ['are under way: wait until they are over'] : [],
  }
  const given = Object.entries(errors).filter(([, messages]) => messages.length > 0)
  if (given.length > 0) throw unprocessable(Object.fromEntries(given))
}

function sentence(names: readonly string[], what: string): string[] {
  if (names.length === 0) return []
  const more = names.length > shown ? ' and others' : ''
  return [`${names.slice(0, shown).join(', ')}${more} ${what}`]
}
