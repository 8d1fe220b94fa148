import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Reader } from '../../database/database.ts'
import {
  addUp,
  noTotals,
  type EffectKind,
  type EffectRow,
  type Totals,
} from '../../policy/plans/effect.ts'
import { presentHeld, type HeldAccess } from '../../policy/plans/held.ts'

/** What becomes of one person's access to one resource. */
export type PersonEffect = {
  id: string
  name: string
  email: string | null
  kinds: EffectKind[]
  before: HeldAccess | null
  after: HeldAccess | null
}

/** What becomes of one resource's people, by name. */
export type ResourceEffect = { totals: Totals; people: PersonEffect[] }

/** Ruleset (uuid) → what becomes of its people. Told in the transaction that has done it. */
export async function resourceEffects(
  reader: Reader,
  rows: readonly EffectRow[],
): Promise<Map<string, ResourceEffect>> {
  const people = await selectPeople(reader, rows)
  const byRuleset = Map.groupBy(rows, ({ rulesetId }) => rulesetId)
  return new Map([...byRuleset].map(([id, own]) => [id, resourceEffect(own, people)]))
}

function resourceEffect(
  rows: readonly EffectRow[],
  people: ReadonlyMap<string, Named>,
): ResourceEffect {
  const totals = noTotals()
  for (const row of rows) addUp(totals, row)
  return { totals, people: rows.map((row) => personEffect(row, people)).sort(byName) }
}

type Named = { id: string; name: string; email: string | null }

async function selectPeople(
  reader: Reader,
  rows: readonly EffectRow[],
): Promise<Map<string, Named>> {
  const ids = [...new Set(rows.map(({ personId }) => personId))]
  const { rows: people } = await sql<Named>`
    select id, coalesce(nullif(full_name, ''), email, '') as name, email
    from directory_user where id = any (${ids}::uuid[])`.execute(reader)
  return new Map(people.map((person) => [person.id, person]))
}

function personEffect(
  { personId, kinds, before, after }: EffectRow,
  people: ReadonlyMap<string, Named>,
): PersonEffect {
  const { name = '', email = null } = people.get(personId) ?? {}
  const id = encodeId('directoryUser', personId)
  return { id, name, email, kinds, before: presentHeld(before), after: presentHeld(after) }
}

function byName(a: PersonEffect, b: PersonEffect): number {
  return a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1
}
