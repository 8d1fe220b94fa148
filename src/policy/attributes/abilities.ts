import { sql } from 'kysely'
import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { requireOtherState, requireUnabsorbed } from './attribute-states.ts'
import type { AttributeValues } from './write-attributes.ts'

type Facts = { id: string } & Pick<AttributeValues, 'state' | 'absorbedById'>

export const attributeAbilities = abilitiesOn(
  'attribute',
  async ({ db }, ids) => {
    const { rows } = await sql<Facts>`
      select id, state, absorbed_by_id as "absorbedById" from attribute where id = any (${ids}::uuid[])`.execute(
      db,
    )
    return rows
  },
  ({ may }, attribute) => {
    const isChangeable =
      may('directory.attribute.manage') && isAllowed(() => requireUnabsorbed(attribute))
    return {
      update: isChangeable,
      activate: isChangeable && isAllowed(() => requireOtherState(attribute, 'active')),
      deactivate: isChangeable && isAllowed(() => requireOtherState(attribute, 'deactivated')),
    }
  },
)
