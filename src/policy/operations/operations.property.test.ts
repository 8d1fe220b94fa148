import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { encodeId } from '../../contract/ids.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { RolledBack } from '../../database/database.ts'
import { dryRun } from '../../database/dry-run.ts'
import { carriedOut, Stopped } from '../limits/stopped.ts'
import { Problem } from '../../http/refusals/problem.ts'
import { recalculate } from '../manifests/recalculate.ts'
import { lockAndSettle } from '../manifests/settle.ts'
import { day, policyServer } from '../rules/policy-for-tests.ts'
import type { Operation } from './operation.ts'
import { runOperation, runOperations } from './run-operations.ts'

const departments = ['Sales', 'Legal', 'Finance']
const server = await policyServer(
  Array.from({ length: 12 }, (_, index) => ({
    email: `person${index}@x.example`,
    profile: { department: departments[index % 3], level: `${index % 5}` },
  })),
)
const { body: dimension } = await server.expect(201, 'POST', '/directory/dimensions', {
  handle: 'department',
  name: 'Department',
  profile_key: 'department',
  attributes_enabled: true,
})
const listed = await server.expect(200, 'GET', '/directory/attributes')
const attributes: string[] = listed.body.data.map(({ id }: { id: string }) => id)
const rulesets = [
  await server.rulesetId('12'),
  await server.rulesetId('13'),
  ...(await Promise.all(departments.map((name) => server.rulesetId(name)))),
]
const people = await Promise.all(
  [0, 1, 2].map((index) => server.personId(`person${index}@x.example`)),
)

const index = fc.nat(1000)
const pick = <T>(from: readonly T[], at: number): T | undefined => from[at % from.length]
const condition = fc.oneof(
  fc.record({
    type: fc.constant('attribute' as const),
    resource_id: fc.constantFrom(...attributes),
    profile_operator: fc.constantFrom('equals' as const, 'not_equals' as const),
  }),
  fc.record({
    type: fc.constant('identity' as const),
    profile_key: fc.constantFrom('department', 'level'),
    profile_operator: fc.constantFrom('equals' as const, 'contains' as const),
    profile_value: fc.constantFrom('Sales', 'Finance', '3', 'a'),
  }),
  fc.record({ type: fc.constant('user' as const), resource_id: fc.constantFrom(...people) }),
)
const verb = fc.constantFrom(
  'activate',
  'replace',
  'schedule',
  'deprecate',
  'deactivate',
  'duplicate',
  'delete',
  'priority',
)
/** One step: an operation on records that are chosen when it is its turn, or days that pass. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('draft'),
      ruleset: index,
      conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('rule'),
      verb,
      rule: index,
      other: index,
      days: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('attribute'),
      attribute: index,
      act: fc.constantFrom('activate', 'deactivate', 'rename'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('dimension'),
      act: fc.constantFrom('activate', 'deactivate'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('ruleset'),
      ruleset: index,
      state: fc.constantFrom('monitored' as const, 'managed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('pass'), days: fc.integer({ min: 1, max: 3 }) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Read without a token, which would expire while many sequences pass the days. */
async function rules(): Promise<string[]> {
  const rows = await server.query<{ id: string }>(
    'select id from rule where deleted_at is null order by ruleset_id, id',
  )
  return rows.map(({ id }) => encodeId('rule', id))
}

async function operationsOf(step: Step): Promise<Operation[]> {
  if ('conditions' in step) {
    const ruleset_id = pick(rulesets, step.ruleset) ?? ''
    const drafted = {
      op: 'create_rule' as const,
      ref: 'new',
      ruleset_id,
      role: 'member',
      everyone_else: true,
      conditions: step.conditions,
    }
    return [drafted, { op: 'activate_rule', rule_id: '$new' }]
  }
  if ('verb' in step) return ofRule(step, await rules())
  if ('attribute' in step) {
    const attribute_id = pick(attributes, step.attribute) ?? ''
    if (step.act === 'rename')
      return [
        {
          op: 'change_attribute',
          attribute_id,
          profile_value: pick(['Sales', 'Legal', 'Other'], step.attribute) ?? '',
        },
      ]
    return [
      { op: step.act === 'activate' ? 'activate_attribute' : 'deactivate_attribute', attribute_id },
    ]
  }
  if ('act' in step)
    return [
      {
        op: step.act === 'activate' ? 'activate_dimension' : 'deactivate_dimension',
        dimension_id: dimension.id,
      },
    ]
  if ('state' in step)
    return [
      { op: 'change_ruleset', ruleset_id: pick(rulesets, step.ruleset) ?? '', state: step.state },
    ]
  return []
}

function ofRule(step: Extract<Step, { verb: string }>, all: readonly string[]): Operation[] {
  const rule_id = pick(all, step.rule)
  const other = pick(all, step.other)
  if (rule_id === undefined || other === undefined) return []
  const at = new Date(server.now() + step.days * day).toISOString()
  switch (step.verb) {
    case 'replace':
      return [
        { op: 'duplicate_rule', ref: 'copy', rule_id },
        { op: 'activate_rule', rule_id: '$copy', replaces: rule_id },
      ]
    case 'schedule':
      return [
        { op: 'duplicate_rule', ref: 'copy', rule_id },
        { op: 'activate_rule', rule_id: '$copy', at },
      ]
    case 'deprecate':
      return [{ op: 'deprecate_rule', rule_id, at }]
    case 'deactivate':
      return [{ op: 'deactivate_rule', rule_id }]
    case 'duplicate':
      return [{ op: 'duplicate_rule', rule_id }]
    case 'delete':
      return [{ op: 'delete_rule', rule_id }]
    case 'priority':
      return [{ op: 'change_rule', rule_id, priority: step.other % 7 }]
    default:
      return [{ op: 'activate_rule', rule_id }]
  }
}

/** Runs it as a plan or alone. A refused step changes nothing, and is not a fault. */
async function take(step: Step): Promise<void> {
  if (step.kind === 'pass' && 'days' in step) return server.pass(step.days * day)
  const operations = await operationsOf(step)
  // Refusals by limits are not compared here.
  const everything = { ask: async () => undefined, may: () => true, passesLimits: true }
  const context = { actor: testActor, ...everything }
  const [only, ...others] = operations
  if (only === undefined) return
  const isAlone = others.length === 0 && only.op !== 'change_ruleset' && only.op !== 'change_rule'
  await server.database
    .transaction(async ({ tx }) => {
      const services = server.app.services
      const done = isAlone
        ? await runOperation({ ...context, tx, services }, only)
        : await runOperations({ ...context, tx, services }, operations)
      // Only a plan may do it.
      return done instanceof Stopped ? new RolledBack(done) : done
    })
    .catch((error: unknown) => {
      if (!(error instanceof Problem) || ![409, 422].includes(error.status)) throw error
    })
}

/** The changes still missing in everybody's manifests, computed by a full recalculation. */
async function leftToDo(): Promise<object> {
  const done = await dryRun(server.database, async ({ tx }) => {
    const { now } = await lockAndSettle(tx)
    return carriedOut(await recalculate(tx, { now, actor: testActor, people: 'all' }))
  })
  const { people: _people, exceeded: _exceeded, ...rest } = done
  return rest
}

test('after any operations, manifests are what the policy says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      for (const each of steps) {
        await take(each)
        const left = Object.entries(await leftToDo()).filter(([, rows]) => rows !== 0)
        assert.deepEqual(left, [], JSON.stringify(each))
      }
    }),
    { numRuns: propertyRuns(12) },
  )
})
