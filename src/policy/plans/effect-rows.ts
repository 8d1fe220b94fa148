import { sql } from 'kysely'
import { Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { effectKinds, type EffectKind } from '../../contract/states.ts'
import { Id, Nullable, OneOf, Text } from '../../http/shapes/schema.ts'
import { ResourceHandle, RulesetKey } from '../shapes/planned-ruleset.ts'
import type { EffectRow, StayAccess } from './effect.ts'
import { ShownAccess } from './shown-access.ts'

/** Rows of an effect that a statement writes. */
export const rowsPerStatement = 20_000

/** The columns that keep what an effect does to a place. */
export const accessColumns = sql`kinds, role_before, state_before, expires_at_before, role_after, state_after, expires_at_after`

/** Their values from {@link storedAccess}, read from JSON as `kinds`, `before` and `after`. */
export const accessValues = sql`array(select jsonb_array_elements_text(kinds)),
  before ->> 'role', before ->> 'state', (before ->> 'expiresAt')::timestamptz,
  after ->> 'role', after ->> 'state', (after ->> 'expiresAt')::timestamptz`

export function storedAccess({ kinds, before, after }: EffectRow) {
  return { kinds, before: stored(before), after: stored(after) }
}

function stored(access: StayAccess | null) {
  if (access === null) return null
  const { expiresAt } = access
  return { ...access, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString() }
}

/** What a person has by a row of an effect (`e`). */
export function access(when: 'before' | 'after') {
  const [role, state, end] = ['role', 'state', 'expires_at'].map((name) =>
    sql.ref(`e.${name}_${when}`),
  )
  return sql<ShownAccess | null>`case when ${role} is not null then
    jsonb_build_object('role', ${role}, 'state', ${state}, 'expires_at', iso(${end})) end`
}

/** What happens to a place in a ruleset, besides whose it is. */
export const effectFields = {
  ruleset_id: Nullable(Id('ruleset')),
  ruleset_key: RulesetKey,
  ruleset_name: Text(1000, { examples: ['Engineering'] }),
  resource_handle: ResourceHandle,
  kinds: Type.Array(OneOf(effectKinds), { maxItems: effectKinds.length }),
  before: Nullable(ShownAccess),
  after: Nullable(ShownAccess),
}

type Place = {
  ruleset_id: string
  ruleset_name: string
  is_new: boolean
  resource_handle: string | null
  kinds: EffectKind[]
  before: ShownAccess | null
  after: ShownAccess | null
}

/** A ruleset that only the plan makes has no id. */
export function presentIds({
  ruleset_id: id,
  is_new: isNew,
}: Pick<Place, 'ruleset_id' | 'is_new'>) {
  const key = encodeId('ruleset', id)
  return { ruleset_id: isNew ? null : key, ruleset_key: key }
}

/** The {@link effectFields} of a row. */
export function presentPlace(row: Place) {
  return {
    ...presentIds(row),
    ruleset_name: row.ruleset_name,
    resource_handle: row.resource_handle,
    kinds: row.kinds,
    before: row.before,
    after: row.after,
  }
}
