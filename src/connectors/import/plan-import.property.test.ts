import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contentsOf } from '../../../test/contents.ts'
import {
  incidentsWorld,
  hour,
  recordsOf,
  type Feed,
  type IncidentsWorld,
} from '../../../test/incidents-world.ts'
import { closingAfter } from '../../../test/harness.ts'
import { allPages, importByApi } from '../../../test/import-by-api.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { encodeId } from '../../contract/ids.ts'
import type { ShownAccess } from '../../policy/plans/shown-access.ts'
import type { ImportOutcome } from './outcome.ts'
import type { ImportPlan } from './plan-import.ts'

const departments = ['Sales', 'Legal', 'Ops', undefined] as const
const account = fc.record(
  {
    department: fc.constantFrom(...departments),
    managerId: fc.constantFrom('boss', 'deputy'),
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'STAGED'),
  },
  { requiredKeys: ['department', 'managerId'] },
)
const staff = fc.array(account, { minLength: 8, maxLength: 40 })

/** What the next export says: a few changed, a few gone, a few new, and all of it without the department. */
const edits = fc.record({
  changed: fc.array(fc.tuple(fc.nat(50), account), { maxLength: 12 }),
  gone: fc.array(fc.nat(50), { maxLength: 4 }),
  terminated: fc.array(fc.nat(50), { maxLength: 4 }),
  joined: fc.array(account, { maxLength: 4 }),
  losesTheKey: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  losesTheBoss: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
})
type Facts = typeof staff extends fc.Arbitrary<infer T> ? T : never
type Edits = typeof edits extends fc.Arbitrary<infer T> ? T : never

test('a plan of an import writes nothing, and the import then does what it has shown, person by person', async () => {
  let moved = 0
  const exports = fc.array(edits, { minLength: 2, maxLength: 4 })
  await holdsWithMatter(
    fc.asyncProperty(staff, exports, fc.constantFrom(0, 3), (first, later, grace) =>
      closingAfter(async () => {
        const world = await incidentsWorld(feedOf(first))
        await world.server.query('update policy_settings set expires_after_days = $1', [grace])
        let feed = feedOf(first)
        for (const edit of later) {
          feed = edited(feed, edit)
          const planned = await comparePlan(world, feed)
          moved += planned.totals.people > 0 ? 1 : 0
          world.pass(hour)
        }
      }),
    ),
    { runs: 8, isEnough: () => moved > 3, told: () => `only ${moved} exports moved anybody` },
  )
})

async function comparePlan(world: IncidentsWorld, feed: Feed): Promise<ImportPlan> {
  const run = await runPlan(world, feed)
  // A token notes when it was used.
  const contents = () => contentsOf(world.server, { except: ['token'] })
  const before = await contents()
  const planned = await world.plan(feed)
  const again = await world.plan(feed)
  assert.deepEqual(await contents(), before)
  assert.deepEqual(shown(again), shown(planned))
  assert.deepEqual(run.moves, movesOf(planned))
  const was = await stateOf(world)
  const [last] = await world.server.query<{ sequence: string }>(
    'select max(sequence)::text as sequence from audit_log',
  )
  const outcome = await world.feed(feed)
  const is = await stateOf(world)
  assert.deepEqual(told(planned.outcome), told(outcome))
  assert.deepEqual(movesOf(planned), differences(was.places, is.places))
  assert.deepEqual(run.people, await changedSince(world, last?.sequence ?? '0'))
  const rest = await world.plan(feed)
  // What an incident holds applies once a complete run is within the limits: accounts that this run brought back may make room.
  const mayApply = outcome.incident?.steps.includes('apply') !== true
  if (mayApply && rest.outcome.incident?.steps.includes('apply')) await comparePlan(world, feed)
  else assert.deepEqual([rest.has_changes, rest.totals.people], [false, 0], 'nothing is left to do')
  return planned
}

/** What a plan on a server shows, page by page, as {@link movesOf} and {@link changedSince} say it. */
async function runPlan({ server, token, integration }: IncidentsWorld, feed: Feed) {
  const path = `/workspace/integrations/${encodeId('integration', integration)}`
  const query = '?plan=true&complete=true'
  const run = await importByApi(server, { token, path, file: recordsOf(feed), query })
  assert.equal(run.state, 'succeeded', run.failure)
  const places = new Map<string, string>(
    run.plan.resources.map(({ resource, name }: ListedResource) => [name, resource]),
  )
  const list = (what: string) =>
    allPages(server, `${path}/runs/${run.id}/${what}?page[size]=7`, token)
  const effects: ListedEffect[] = await list('effects')
  const people: ListedPerson[] = await list('people')
  return {
    moves: effects
      .map(
        ({ directory_user: { email }, ruleset_name: name, before, after }) =>
          `${places.get(name)} ${email}: ${described(before)} → ${described(after)}`,
      )
      .sort(),
    people: people
      .map(({ directory_user: { email }, change, state_after: state }) =>
        [email, change, state].join(' '),
      )
      .sort(),
  }
}

type ListedResource = { resource: string; name: string }
type ListedPerson = { directory_user: { email: string }; change: string; state_after: string }
type ListedEffect = Pick<ListedPerson, 'directory_user'> & {
  ruleset_name: string
  before: ShownAccess | null
  after: ShownAccess | null
}

/** `<address> <what became of them> <state>`, by the audit log. */
async function changedSince({ server }: IncidentsWorld, sequence: string): Promise<string[]> {
  const rows = await server.query<{ told: string }>(
    `select u.email || ' ' || rtrim(split_part(l.event, '.', 3), 'e') || 'ed ' || u.state as told
     from audit_log l join directory_user u on u.id = l.record_id
     where l.sequence > $1 and l.event like 'directory.user.%'`,
    [sequence],
  )
  return rows.map(({ told }) => told).sort()
}

function feedOf(people: Facts): Feed {
  const staffed = people.map((person, index) => [`p${index}`, cleaned(person)])
  return { boss: {}, deputy: { department: 'Sales' }, ...Object.fromEntries(staffed) }
}

/** A key without a value is not in an export. */
function cleaned(person: Facts[number]): Feed[string] {
  const { department, ...rest } = person
  return department === undefined ? rest : { ...rest, department }
}

function edited(feed: Feed, edit: Edits): Feed {
  const next: Feed = { ...feed }
  for (const [index, person] of edit.changed)
    if (`p${index}` in next) next[`p${index}`] = cleaned(person)
  for (const index of edit.terminated)
    if (`p${index}` in next) next[`p${index}`] = { ...next[`p${index}`], status: 'DEPROVISIONED' }
  for (const index of edit.gone) delete next[`p${index}`]
  if (edit.losesTheBoss) delete next['boss']
  edit.joined.forEach((person, index) => (next[`new${index}`] = cleaned(person)))
  if (!edit.losesTheKey) return next
  return Object.fromEntries(
    Object.entries(next).map(([id, { department: _department, ...rest }]) => [id, rest]),
  )
}

/** Without the values that differ from run to run. */
function told({
  seconds: _seconds,
  rowsPerSecond: _rate,
  reportPath: _path,
  incident,
  ...rest
}: ImportOutcome) {
  return {
    ...rest,
    incident: incident && { ...incident, id: null, reasons: incident.reasons.length },
  }
}

/** Without the ids of people: people that a plan creates disappear with it. */
function shown({ outcome, ...plan }: ImportPlan): unknown {
  const text = JSON.stringify(plan, (key, value: unknown) => (key === 'id' ? undefined : value))
  return { ...JSON.parse(text), outcome: told(outcome) }
}

/** `<resource> <address>` → what they have. */
type Places = Map<string, string>

async function stateOf({ server }: IncidentsWorld): Promise<{ places: Places }> {
  const named = `case when a.id is null then o.type || ' okta/' || o.vendor_id
    else 'directory_attribute department/' || a.profile_value end`
  const owners = `left join attribute a on a.id = s.attribute_id left join resource o on o.id = s.resource_id`
  const stays = await server.query<{ place: string; held: string }>(
    `select ${named} || ' ' || d.email as place, p.handle || ' ' || u.state || ' ' || coalesce(iso(u.expires_at), '') as held
     from policy_user u join directory_user d on d.id = u.directory_user_id join rule r on r.id = u.rule_id
       join policy_role p on p.id = r.policy_role_id join ruleset s on s.id = u.ruleset_id ${owners}
     where u.deleted_at is null`,
  )
  return {
    places: new Map(stays.map(({ place, held }) => [place, held])),
  }
}

function differences(was: Places, is: Places): string[] {
  const all = [...new Set([...was.keys(), ...is.keys()])]
  return all
    .flatMap((place) => {
      const [before, after] = [was.get(place) ?? 'nothing', is.get(place) ?? 'nothing']
      return before === after ? [] : [`${place}: ${before} → ${after}`]
    })
    .sort()
}

function movesOf({ resources }: ImportPlan): string[] {
  return resources
    .flatMap(({ resource, people }) =>
      people.map(
        ({ email, before, after }) =>
          `${resource} ${email}: ${described(before)} → ${described(after)}`,
      ),
    )
    .sort()
}

function described(access: ShownAccess | null): string {
  return access === null ? 'nothing' : `${access.role} ${access.state} ${access.expires_at ?? ''}`
}
