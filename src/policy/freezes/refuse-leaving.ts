import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { forbidden } from '../../http/problem.ts'
import { findExceeded } from './limits.ts'
import { Movements } from './movements.ts'

type Leaving = { id: string; isFrozen: boolean; people: string[] }

/**
 * 403 where a change that no approval covers ends a manifest that is frozen, or that holds more people than its limit
 * lets go: what is not managed any more can't freeze. Asked before manifests follow, so that their stays are still there.
 * Which one and why is for whoever may view it.
 */
export async function refuseLeaving(
  tx: Transaction,
  changed: 'all' | readonly string[],
  { now, mayView }: { now: Date; mayView: (rulesetId: string) => boolean },
): Promise<void> {
  const leaving = await selectLeaving(tx, changed)
  const movements = new Movements(() => true, new Set(), now.getTime())
  for (const { id, isFrozen, people } of leaving) {
    if (isFrozen) throw refusal(mayView(id) ? manifestThat(id, 'is frozen') : unseenManifest)
    for (const personId of people) movements.leave(id, personId)
  }
  const [exceeded] = await findExceeded(tx, movements, now)
  if (exceeded === undefined) return
  const { people, percent, least } = exceeded.detail
  const limit = `more than ${percent} % and more than ${least}`
  const why = `would lose ${people} people within 24 hours, ${limit}`
  const { rulesetId } = exceeded
  throw refusal(mayView(rulesetId) ? manifestThat(rulesetId, why) : unseenManifest)
}

const unseenManifest = 'a manifest that is frozen, or more of one than its limit lets go'

function manifestThat(rulesetId: string, why: string): string {
  return `the manifest of ${encodeId('ruleset', rulesetId)}, which ${why}`
}

function refusal(what: string) {
  return forbidden(
    'policy.change.approve',
    `It ends ${what}: only a plan that is applied with that permission may.`,
  )
}

/** Rulesets that are not managed any more, with who is still in their manifests. */
async function selectLeaving(
  tx: Transaction,
  changed: 'all' | readonly string[],
): Promise<Leaving[]> {
  const rulesets = changed === 'all' ? null : changed
  const { rows } = await sql<Leaving>`
    select s.id, f.id is not null as "isFrozen", array(
      select u.directory_user_id from policy_user u where u.ruleset_id = s.id and u.deleted_at is null) as people
    from ruleset s left join attribute a on a.id = s.attribute_id left join dimension d on d.id = a.dimension_id
      left join ruleset_freeze f on f.ruleset_id = s.id and f.ended_at is null
    where (s.state <> 'managed' or 'deactivated' in (a.state, d.state))
      and (${rulesets}::uuid[] is null or s.id = any (${rulesets}::uuid[]))
      and (f.id is not null or exists (
        select from policy_user u where u.ruleset_id = s.id and u.deleted_at is null))`.execute(tx)
  return rows
}
