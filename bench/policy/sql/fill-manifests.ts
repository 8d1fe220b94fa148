import type { Client } from 'pg'
import type { Reader } from '../../../src/database/database.ts'
import { forEachAdmitted, type Manifest } from '../../../src/engine/columns/manifest-maker.ts'
import type { PeopleColumns } from '../../../src/engine/columns/people-columns.ts'
import type { Policy } from '../../../src/engine/model.ts'
import { evaluated } from '../../../src/policy/manifests/evaluate-everybody.ts'
import { loadColumns } from '../../../src/policy/manifests/load-columns.ts'
import { judgedAt } from '../engine/loaded-world.ts'
import { timed } from '../../figures.ts'
import { copyIn, manifestRows, uuidBytes } from './copy-in.ts'
import { statementsOf } from './statements.ts'

/** Milliseconds until the facts were ready, and from then until the manifests were committed. */
export type Filling = { facts: number; manifests: number }

/** Muster's way: facts from PostgreSQL into columns, everybody evaluated in a thread, the manifests back by COPY. */
export async function fillByMuster(
  reader: Reader,
  client: Client,
  policy: Policy,
): Promise<Filling> {
  await client.query('truncate bench_manifest')
  const { given: columns, took: facts } = await timed(() => loadColumns(reader, policy))
  const { took: manifests } = await timed(async () => {
    await client.query('begin')
    await copyIn(
      client,
      'copy bench_manifest (ruleset_id, directory_user_id, rule_id) from stdin (format binary)',
      rowsOf(policy, columns),
    )
    await client.query('commit')
  })
  return { facts, manifests }
}

async function* rowsOf(policy: Policy, columns: PeopleColumns): AsyncGenerator<Buffer> {
  const people = Array.from({ length: columns.size }, (_, at) => uuidBytes(columns.idAt(at)))
  for await (const { manifest } of evaluated(policy, columns, judgedAt)) {
    if (manifest.people.length > 0) yield toRows(manifest, people)
  }
}

function toRows(manifest: Manifest, people: readonly Buffer[]): Buffer {
  const admitted: Buffer[] = []
  const rules: string[] = []
  forEachAdmitted(manifest, (person, ruleId) => {
    const uuid = people[person]
    if (uuid === undefined) throw new RangeError(`no person has the index ${person}`)
    admitted.push(uuid)
    rules.push(ruleId)
  })
  return manifestRows(manifest.rulesetId, admitted, (place) => rules[place] ?? '')
}

/** PostgreSQL's way: generated SQL, a statement for each ruleset. */
export async function fillBySql(client: Client, policy: Policy): Promise<Filling> {
  const { facts, attributes, manifests } = statementsOf(policy)
  const insert = 'insert into bench_manifest (ruleset_id, directory_user_id, rule_id)'
  await client.query('truncate bench_manifest')
  await client.query(`begin; set local work_mem = '64MB'; set local jit = off`)
  const unpacking = await timed(() => runAll(client, facts))
  const filling = await timed(async () => {
    await runAll(client, [...attributes, ...manifests.map((query) => `${insert} ${query}`)])
    await client.query('commit')
  })
  return { facts: unpacking.took, manifests: filling.took }
}

async function runAll(client: Client, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}
