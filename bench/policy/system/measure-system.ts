import { Client } from 'pg'
import type { Child } from '../../processes/child.ts'
import type { Findings } from '../line.ts'
import { count } from '../timing.ts'
import { connectApi } from './api.ts'
import { measureActivation } from './measure-activation.ts'
import { measurePatch } from './measure-patch.ts'
import { measureReimport } from './measure-reimport.ts'
import type { StartedSystem, SystemStart } from './system-side.ts'

/** All of Muster, over the demo's organisation in that size, in a directory that is gone afterwards. */
export async function measureSystem(child: Child, start: SystemStart): Promise<Findings> {
  const { origin, token, connection, peopleExport } = await child.ask<StartedSystem>('start', start)
  const owner = new Client(connection)
  await owner.connect()
  const api = connectApi(origin, token)
  const system = { people: start.people, child, api, owner, peopleExport }
  try {
    const findings: Findings = {
      lines: [],
      notes: [
        `The system's organisation has ${count(start.people)} people (--people), with ${await countPolicy(owner)}.`,
      ],
    }
    for (const measure of [measurePatch, measureActivation, measureReimport]) {
      const { lines, notes } = await measure(system)
      findings.lines.push(...lines)
      findings.notes.push(...notes)
    }
    return findings
  } finally {
    api.close()
    await owner.end()
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
