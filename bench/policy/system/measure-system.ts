import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { connectApi } from '../../api.ts'
import { count, type Findings } from '../../figures.ts'
import { startMusterServer } from '../../processes/start-muster.ts'
import { unpinned } from '../../processes/placement.ts'
import { directoryOf, openWorld } from '../../world/open-world.ts'
import { measureActivation } from './measure-activation.ts'
import { measurePatch, type System } from './measure-patch.ts'
import { measurePlan } from './measure-plan.ts'

/** All of Muster, over the demo's organisation in that size, in a directory that is gone afterwards. */
export async function measureSystem({ people }: { people: number }): Promise<Findings> {
  const kind = 'changed'
  const world = await openWorld(unpinned, { people, fresh: true, kind })
  const { databaseUrl, token } = world
  const owner = new Client(databaseUrl)
  const { child, origin } = await startMusterServer({ databaseUrl })
  const api = connectApi(origin, token)
  try {
    await owner.connect()
    const system: System = { people, pid: child.pid, api, owner }
    const size = `${count(people)} people (--people), with ${await countPolicy(owner)}`
    const found = [
      await measurePatch(system),
      await measurePlan({ ...system, databaseUrl }),
      await measureActivation(system),
    ]
    return {
      lines: found.flatMap(({ lines }) => lines),
      notes: [`The system's organisation has ${size}.`, ...found.flatMap(({ notes }) => notes)],
    }
  } finally {
    api.close()
    await owner.end()
    await child.stop()
    await world.close()
    await rm(await directoryOf(people, kind), { recursive: true, force: true })
  }
}

async function countPolicy(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ rules: number; rulesets: number; stays: number }>(
    `select count(*)::integer as rules, count(distinct ruleset_id)::integer as rulesets,
       (select count(*)::integer from policy_user where deleted_at is null) as stays
     from rule where state in ('active', 'expiring')`,
  )
  const [{ rules, rulesets, stays } = { rules: 0, rulesets: 0, stays: 0 }] = rows
  return `${count(rules)} rules in force in ${count(rulesets)} rulesets and ${count(stays)} rows in manifests`
}
