import { findSlapd } from '../openldap/find-slapd.ts'
import { slapdSide } from '../openldap/slapd-side.ts'
import { describeSide, holdsAll, requireAlone, startMuster, warm } from '../stage/muster.ts'
import type { Stage } from '../stage/stage.ts'
import type { World } from '../world/open-world.ts'
import { compareInTurns } from './in-turns.ts'
import type { Row, Skipped } from './row.ts'

/** Anybody at random, beside OpenLDAP's read of an entry by its name. */
export async function measureOpenLdap(stage: Stage, world: World): Promise<Row | Skipped> {
  const slapd = await findSlapd()
  if (slapd === undefined)
    return { id: 'openldap', why: "OpenLDAP's slapd and slapadd are not installed" }
  const b = await slapdSide(stage, world, slapd)
  const muster = await startMuster(stage, world, { cacheMegabytes: holdsAll })
  await warm(stage, muster)
  const row = await compareInTurns(
    {
      id: 'openldap',
      title: `hot, beside OpenLDAP, ${world.paths.length.toLocaleString('en')} ids at random`,
      a: await describeSide(stage, muster, { fromMemory: true }),
      b,
      budget: { atLeast: 1 },
    },
    stage.turns,
  )
  await requireAlone(muster, true)
  return row
}
