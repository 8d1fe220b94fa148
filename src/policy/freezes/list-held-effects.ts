import { sql } from 'kysely'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { effectKinds } from '../../contract/states.ts'
import { anyOf, anyOfFilter } from '../../http/filters.ts'
import { listPage, ListOf, listQuery } from '../../http/list.ts'
import { readRoute } from '../../http/route.ts'
import type { EffectRow } from '../plans/effect.ts'
import { presentAccess } from '../plans/shown-access.ts'
import { personId, personSorts } from '../rulesets/ruleset-people.ts'
import { findVisibleHeld, readHeldEffect } from './answer-held-change.ts'
import { HeldEffectRow } from './schema.ts'

export const listHeldEffects = readRoute({
  id: 'listHeldEffects',
  method: 'GET',
  url: '/policy/held-changes/:held/effects',
  tag: 'policy',
  summary: 'List who would be moved by a held change',
  description:
    'Person by person, by full name, before and after, as it would be now; empty once nothing is held any more. `filter[kind]` is any of ' +
    'what can happen to a place. Names are left out for whoever may not see directory users; the list is by id for them, whatever `sort` says.',
  access: { row: 'policy.rule.view' },
  params: { held: 'heldChange' },
  query: listQuery({ kind: anyOfFilter(effectKinds) }, personSorts),
  status: 200,
  response: ListOf(HeldEffectRow),
  snapshot: () => true,
  handler: async (context) => {
    const held = await findVisibleHeld(context)
    const effect = await readHeldEffect(context, held)
    const kinds = anyOf(context.query['filter[kind]']) ?? effectKinds
    const byPerson = new Map<string, EffectRow>()
    for (const row of effect?.rows ?? []) {
      if (row.kinds.some((kind) => kinds.includes(kind))) byPerson.set(row.personId, row)
    }
    const seesNames = context.may('directory.user.view')
    const people = context.db
      .selectFrom('directory_user as p')
      .select(['p.id', 'p.full_name', 'p.email'])
      .where(sql<boolean>`p.id = any (${[...byPerson.keys()]}::uuid[])`)
    return listPage(context, people, {
      sorts: seesNames ? personSorts : byId,
      defaultSort: 'full_name',
      id: personId,
      present: (row) => present(row, byPerson.get(row.id), seesNames),
    })
  },
})

/** An order by names, and cursors, which hold the name of a row, would tell what is left out. */
const byId: typeof personSorts = {
  full_name: { key: 'id', expression: personId, type: 'uuid' },
}

type Person = { id: string; full_name: string; email: string | null }

function present(
  { id, full_name, email }: Person,
  row: EffectRow | undefined,
  seesNames: boolean,
): Static<typeof HeldEffectRow> {
  return {
    directory_user: {
      id: encodeId('directoryUser', id),
      full_name: seesNames ? full_name : null,
      email: seesNames ? email : null,
    },
    kinds: row?.kinds ?? [],
    before: presentAccess(row?.before ?? null),
    after: presentAccess(row?.after ?? null),
  }
}
