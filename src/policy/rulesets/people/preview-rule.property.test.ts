import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { test } from 'node:test'
import { decodeId, encodeId } from '../../../contract/ids.ts'
import { conditionOperators } from '../../../contract/states.ts'
import { compilePolicy } from '../../../engine/compile-policy.ts'
import { directoryOf } from '../../../engine/directory.ts'
import { stagedRulesOf } from '../../../engine/evaluate-person.ts'
import { takesOrAbsent } from '../../../engine/operators.ts'
import type { Condition, Identity, Person } from '../../../engine/model.ts'
import { policyServer } from '../../rules/policy-for-tests.ts'
import { withDraft } from './draft-meeters.ts'

const server = await policyServer([])
const ruleset = await server.rulesetId('12')
const [idp, codehost] = await Promise.all(['idp', 'codehost'].map(integrationId))

const keys = ['department', 'tags', 'a.b', 'a.0.b', 'missing']
await server.query('update integration set policy_keys = $1', [keys])

async function integrationId(handle: string): Promise<string> {
  const rows = await server.query<{ id: string }>('select id from integration where handle = $1', [
    handle,
  ])
  return rows[0]?.id ?? ''
}

const scalar = fc.constantFrom(
  'Sales',
  'sales ',
  'straße',
  'STRASSE',
  '7',
  7,
  12.5,
  true,
  ' ',
  null,
)
const profile = fc.record(
  {
    department: scalar,
    tags: fc.array(scalar, { maxLength: 3 }),
    'a.b': scalar,
    a: fc.oneof(scalar, fc.record({ b: scalar }), fc.array(fc.record({ b: scalar }))),
  },
  { requiredKeys: [] },
)
const account = fc.record({
  integration: fc.constantFrom('idp', 'codehost'),
  state: fc.constantFrom('active', 'active', 'suspended', 'deactivated'),
  profile,
})
const person = fc.record({
  state: fc.constantFrom('active', 'active', 'staged', 'suspended'),
  isDeleted: fc.nat(9).map((roll) => roll === 0),
  accounts: fc.array(account, { maxLength: 3 }),
})

const operands: Partial<Record<string, (string | null)[]>> = {
  exists: [null],
  not_exists: [null],
  in: ['["sales","7"]', '["strasse"]'],
  not_in: ['["sales","7"]', '["strasse"]'],
  matches: ['^s', '[0-9]'],
  greater_than: ['7', '10'],
  less_than: ['10'],
}
const profileTest = fc.constantFrom(...conditionOperators).chain((operator) =>
  fc.record({
    type: fc.constant('identity' as const),
    source: fc.constantFrom(null, 'idp', 'codehost'),
    profileKey: fc.constantFrom(...keys),
    operator: fc.constant(operator),
    orAbsent: takesOrAbsent(operator) ? fc.boolean() : fc.constant(false),
    value: fc.constantFrom(...(operands[operator] ?? ['Sales', 'strasse', 's', '7'])),
  }),
)
const userTest = fc.record({
  type: fc.constant('user' as const),
  operator: fc.constantFrom('equals' as const, 'not_equals' as const),
})
const question = fc.record({
  // No more people than a preview shows as examples.
  people: fc.array(person, { minLength: 1, maxLength: 5 }),
  conditions: fc.array(fc.oneof({ weight: 4, arbitrary: profileTest }, userTest), {
    minLength: 1,
    maxLength: 6,
  }),
})
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never

async function store({ people }: Question): Promise<Person[]> {
  await server.query('update directory_user set primary_identity_id = null')
  await server.query('delete from identity')
  await server.query(
    `update directory_user set deleted_at = now(), base_state = 'deactivated' where deleted_at is null`,
  )
  // The first is the one that conditions name, so they are there.
  return Promise.all(
    people.map((each, at) => storePerson({ ...each, isDeleted: at > 0 && each.isDeleted })),
  )
}

async function storePerson({ state, isDeleted, accounts }: Question['people'][number]) {
  const rows = await server.query<{ id: string }>(
    `insert into directory_user (base_state, deleted_at) values ($1, case when $2 then now() end) returning id`,
    [isDeleted ? 'deactivated' : state, isDeleted],
  )
  const id = rows[0]?.id ?? ''
  const identities: Identity[] = []
  const leading = accounts.find(({ integration }) => integration === 'idp')
  for (const each of accounts) {
    const integrationId = (each.integration === 'idp' ? idp : codehost) ?? ''
    await server.query(
      `with stored as (
         insert into identity (integration_id, vendor_id, directory_user_id, state, vendor_state, linked_by, profile)
         values ($1, new_id(), $2, $3, $3, 'created', $4) returning id)
       update directory_user set primary_identity_id = stored.id from stored where directory_user.id = $2 and $5`,
      [integrationId, id, each.state, JSON.stringify(each.profile), each === leading],
    )
    const isDeactivated = each.state === 'deactivated'
    const isUnread = isDeactivated && each.integration === 'idp' && each !== leading
    if (!isUnread) identities.push({ integrationId, profile: each.profile, isDeactivated })
  }
  const base = { expiresAt: null, managerId: null, parentId: null, identities }
  return { id, baseState: state, deletedAt: isDeleted ? server.now() : null, ...base }
}

function toEngine(asked: Question['conditions'][number], people: readonly Person[]): Condition {
  if (asked.type === 'user')
    return {
      type: 'user',
      resourceId: people[0]?.id ?? '',
      operator: asked.operator,
    }
  const { source, ...rest } = asked
  const resourceId = source === null ? null : ((source === 'idp' ? idp : codehost) ?? '')
  return { ...rest, resourceId }
}

function toBody(condition: Condition): object {
  const { resourceId } = condition
  if (condition.type !== 'identity')
    return {
      type: condition.type,
      resource_id: encodeId('directoryUser', condition.resourceId),
      profile_operator: condition.operator,
    }
  return {
    type: 'identity',
    resource_id: resourceId === null ? null : encodeId('integration', resourceId),
    profile_key: condition.profileKey,
    profile_operator: condition.operator,
    profile_value: condition.value,
    or_absent: condition.orAbsent,
  }
}

test('a preview finds those who meet every condition, as the engine decides one by one', async () => {
  await fc.assert(
    fc.asyncProperty(question, async (asked) => {
      const people = await store(asked)
      const conditions = asked.conditions.map((each) => toEngine(each, people))
      const empty = { primaryIntegrationId: idp ?? null, rulesets: [], rules: [] }
      const setting = {
        policy: compilePolicy(withDraft(empty, conditions).policy),
        directory: directoryOf(people),
        now: server.now(),
      }
      const wanted = people.filter((each) => stagedRulesOf(setting, each).length > 0)
      const body = { conditions: conditions.map(toBody) }
      const path = `/policy/rulesets/${ruleset}/preview`
      const found = (await server.expect(200, 'POST', path, body)).body
      assert.equal(found.matching, wanted.length)
      assert.deepEqual(
        found.examples
          .map((each: { directory_user: { id: string } }) =>
            decodeId('directoryUser', each.directory_user.id),
          )
          .toSorted(),
        wanted.map(({ id }) => id).toSorted(),
      )
    }),
    { numRuns: 60 },
  )
})
