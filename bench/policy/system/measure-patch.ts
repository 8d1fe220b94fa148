import type { Client } from 'pg'
import { decodeId, encodeId } from '../../../src/contract/ids.ts'
import { measureBusy } from '../../processes/usage.ts'
import { count, median, timed, type Findings, type Line } from '../../figures.ts'
import { idIn, type Api } from '../../api.ts'

/** A Muster of its own process over the demo's organisation, with its API and its database's owner. */
export type System = {
  people: number
  pid: number
  api: Api
  owner: Client
}

const rounds = 3
const timesARound = 100

/** A way to change one row, repeated with another value each time. */
type Change = { side: string; run(turn: number): Promise<unknown> }

/** Milliseconds from asking to being done, and of the server's processor in all. */
type Measured = { times: number[]; processor: number }

/** PATCH of a person beside the bare UPDATE of such a row, in turns. */
export async function measurePatch(system: System): Promise<Findings> {
  const [leads, person, other] = await makePatchable(system)
  const changes = {
    moving: patchManager(system, leads, person),
    still: patchMetadata(system, person),
    bare: updateRow(system, leads, other),
  }
  const before = await countMoves(system.owner, person)
  const measured = await runInTurns(Object.values(changes), system.pid)
  const moves = (await countMoves(system.owner, person)) - before
  const of = ({ side }: Change) => measured.get(side) ?? { times: [], processor: Number.NaN }
  const asked = of(changes.moving).times.length + timesARound
  const compare = (bare: Change): Line[] => [
    { what: 'change one person', side: bare.side, ...figures(of(bare).times) },
    ...[changes.moving, changes.still].map((patch) => besideIt(patch.side, of(patch), of(bare))),
  ]
  const perPatch = (moves / asked).toFixed(2)
  return {
    lines: compare(changes.bare),
    notes: [
      `A PATCH of the manager moved ${perPatch} rows of manifests on average; every PATCH writes its audit rows and is on disk when it is answered.`,
    ],
  }
}

function besideIt(side: string, { times, processor }: Measured, bare: Measured): Line {
  const ratio = median(times) / median(bare.times)
  const { detail, ...value } = figures(times)
  const own = `${detail}; server's processor ${(processor / times.length).toFixed(1)} ms each`
  const budget = { atMost: 3 }
  return { what: '  beside it', side, ...value, detail: own, ratios: [ratio], budget }
}

function figures(times: readonly number[]): Pick<Line, 'value' | 'unit' | 'detail'> {
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return {
    value: median(times),
    unit: 'ms',
    detail: `median of ${count(times.length)} in ${rounds} rounds, p99 ${p99.toFixed(1)} ms`,
  }
}

/** Two managers whose reports are a manifest, and two people without a source. Ids are uuids. */
async function makePatchable({ api, owner }: System): Promise<[[string, string], string, string]> {
  const { rows } = await owner.query<{ id: string }>(
    `select distinct c.directory_user_id as id from condition c join rule r on r.id = c.rule_id
     where c.type = 'direct_reports_of' and r.state = 'active' order by 1 limit 2`,
  )
  const [a, b] = rows
  if (a === undefined || b === undefined)
    throw new Error('the policy names too few managers: give --people a larger number')
  const people = await Promise.all(
    ['One', 'Two'].map(async (name) =>
      api.call('POST', '/directory/users', {
        first_name: 'Bench',
        last_name: name,
        state: 'active',
        manager_id: encodeId('directoryUser', a.id),
      }),
    ),
  )
  const [person = '', other = ''] = people.map((it) => decodeId('directoryUser', idIn(it)) ?? '')
  return [[a.id, b.id], person, other]
}

/** From one manager to the other: out of the one's manifest, with grace, and into the other's. */
function patchManager({ api }: System, leads: readonly [string, string], person: string): Change {
  const path = pathOf(person)
  return {
    side: 'PATCH of the manager',
    run: (turn) =>
      api.call('PATCH', path, {
        manager_id: encodeId('directoryUser', leads[turn % 2 === 0 ? 1 : 0]),
      }),
  }
}

function patchMetadata({ api }: System, person: string): Change {
  const path = pathOf(person)
  return {
    side: 'PATCH that moves nothing',
    run: (turn) => api.call('PATCH', path, { metadata: { desk: String(turn) } }),
  }
}

function pathOf(person: string): string {
  return `/directory/users/${encodeId('directoryUser', person)}`
}

/** The row as Muster stores it, including its triggers. */
function updateRow({ owner }: System, leads: readonly [string, string], person: string): Change {
  const text = 'update directory_user set manager_id = $1 where id = $2'
  return {
    side: "UPDATE of Muster's row",
    run: (turn) =>
      owner.query({ name: 'bench_row', text, values: [leads[turn % 2 === 0 ? 1 : 0], person] }),
  }
}

/** A B C A B C …, after some of each; by side. */
async function runInTurns(
  changes: readonly Change[],
  serverPid: number,
): Promise<Map<string, Measured>> {
  const all = new Map<string, Measured>()
  for (let round = 0; round <= rounds; round++) {
    for (const change of changes) {
      const turn = await takeTurn(change, serverPid)
      const { times, processor } = all.get(change.side) ?? { times: [], processor: 0 }
      const sum = { times: [...times, ...turn.times], processor: processor + turn.processor }
      // The first round warms up.
      if (round > 0) all.set(change.side, sum)
    }
  }
  return all
}

async function takeTurn(change: Change, serverPid: number): Promise<Measured> {
  const times: number[] = []
  const busy = await measureBusy(serverPid)
  const { took } = await timed(async () => {
    for (let turn = 0; turn < timesARound; turn++) {
      times.push((await timed(() => change.run(turn))).took)
    }
  })
  return { times, processor: ((await busy()) ?? Number.NaN) * took }
}

/** How many rows of manifests were audited about that person. */
async function countMoves(owner: Client, person: string): Promise<number> {
  const { rows } = await owner.query<{ moves: number }>(
    `select count(*)::integer as moves from audit_log where subject_id = $1 and event like 'policy.user.%'`,
    [person],
  )
  return rows[0]?.moves ?? 0
}
