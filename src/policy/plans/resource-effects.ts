import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { EffectKind } from '../../contract/states.ts'
import type { Reader } from '../../database/database.ts'
import { addUp, noTotals, type EffectRow, type Totals } from './effect.ts'
import { presentAccess, type ShownAccess } from './shown-access.ts'

/** The change of one person's access to one resource. */
export type PersonEffect = {
  id: string
  name: string
  email: string | null
  kinds: EffectKind[]
  before: ShownAccess | null
  after: ShownAccess | null
}

/** The changes of one resource's people, by name. */
export type ResourceEffect = { totals: Totals; people: PersonEffect[] }

/** Ruleset (uuid) → the effect on its people. Runs in the transaction that made the change. */
export async function resourceEffects(
  reader: Reader,
  rows: Iterable<EffectRow>,
): Promise<Map<string, ResourceEffect>> {
  const people = await selectPeople(reader, rows)
  const effects = new Map<string, ResourceEffect>()
  // Very many people may move, most of them with equal effects.
  const [kindsOnce, accessOnce] = [keptOnce<EffectKind[]>(), keptOnce<ShownAccess | null>()]
  for (const row of rows) {
    const { rulesetId, personId } = row
    const own = effects.get(rulesetId) ?? { totals: noTotals(), people: [] }
    effects.set(rulesetId, own)
    addUp(own.totals, row)
    own.people.push({
      ...(people.get(personId) ?? nameless(personId)),
      kinds: kindsOnce(row.kinds),
      before: accessOnce(presentAccess(row.before)),
      after: accessOnce(presentAccess(row.after)),
    })
  }
  for (const own of effects.values()) own.people.sort(byName)
  return effects
}

/** Returns the same object for equal values. */
function keptOnce<T>(): (value: T) => T {
  const kept = new Map<string, T>()
  return (value) => {
    const key = JSON.stringify(value)
    const known = kept.get(key)
    if (known !== undefined) return known
    kept.set(key, value)
    return value
  }
}

type PersonName = Pick<PersonEffect, 'id' | 'name' | 'email'>

async function selectPeople(
  reader: Reader,
  rows: Iterable<EffectRow>,
): Promise<Map<string, PersonName>> {
  const ids = new Set<string>()
  for (const { personId } of rows) ids.add(personId)
  const { rows: people } = await sql<PersonName>`
    select id, coalesce(nullif(full_name, ''), email, '') as name, email
    from directory_user where id = any (${[...ids]}::uuid[])`.execute(reader)
  return new Map(
    people.map(({ id, name, email }) => [id, { id: encodeId('directoryUser', id), name, email }]),
  )
}

function nameless(personId: string): PersonName {
  return { id: encodeId('directoryUser', personId), name: '', email: null }
}

function byName(a: PersonEffect, b: PersonEffect): number {
  return a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1
}
