import { sql } from 'kysely'
import type { Reader } from '../../database/database.ts'
import type { Freezes } from './freezes.ts'

/** Why a ruleset must not follow its conditions: what they name is gone, or comes from a source in quarantine. */
export type Cause = { gone: Referent[]; quarantined: Referent[] }
export type Referent = { type: 'directoryUser' | 'attribute' | 'integration'; id: string }

/**
 * The causes that there are now: ruleset → cause. What an administrator has let go is none.
 * `back` are the things that were let go and are there again.
 */
export async function findCauses(
  reader: Reader,
  freezes: Freezes,
): Promise<{ causes: Map<string, Cause>; back: string[] }> {
  const { people, attributes, integrations } = freezes.named
  const gone = await selectGone(reader, freezes)
  const causes = new Map<string, Cause>()
  const add = (kind: keyof Cause, referent: Referent, rulesets: Iterable<string>) => {
    for (const rulesetId of rulesets) {
      if (kind === 'gone' && freezes.isAccepted(rulesetId, referent.id)) continue
      const cause = causes.get(rulesetId) ?? { gone: [], quarantined: [] }
      cause[kind].push(referent)
      causes.set(rulesetId, cause)
    }
  }
  const naming = { directoryUser: people, attribute: attributes, integration: integrations }
  for (const referent of freezes.whenGone ? gone : [])
    add('gone', referent, naming[referent.type].get(referent.id) ?? [])
  for (const id of freezes.quarantined)
    add('quarantined', { type: 'integration', id }, integrations.get(id) ?? [])
  const goneIds = new Set(gone.map(({ id }) => id))
  return { causes, back: freezes.accepted.filter((id) => !goneIds.has(id)) }
}

/** Whether a change of these people alone can have brought or taken a cause. */
export function mayMoveCauses(freezes: Freezes, people: readonly string[]): boolean {
  return (
    freezes.quarantined.size > 0 ||
    freezes.accepted.length > 0 ||
    freezes.open.some(
      ({ reason }) => reason === 'referent_gone' || reason === 'source_quarantined',
    ) ||
    people.some((id) => freezes.named.people.has(id))
  )
}

async function selectGone(reader: Reader, freezes: Freezes): Promise<Referent[]> {
  const { people, attributes, integrations } = freezes.named
  const { accepted } = freezes
  const { rows } = await sql<Referent>`
    select 'directoryUser' as type, id from directory_user
    where id = any (${[...people.keys(), ...accepted]}::uuid[])
      and (deleted_at is not null or state in ('expired', 'deactivated'))
    union all
    select 'attribute', a.id from attribute a join dimension d on d.id = a.dimension_id
    where a.id = any (${[...attributes.keys(), ...accepted]}::uuid[]) and 'deactivated' in (a.state, d.state)
    union all
    select 'integration', id from integration
    where id = any (${[...integrations.keys(), ...accepted]}::uuid[]) and state = 'deactivated'`.execute(
    reader,
  )
  return rows
}
