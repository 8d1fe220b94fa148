import assert from 'node:assert/strict'
import { test } from 'node:test'
import { channel, importWorlds, okta, slack } from '../../../test/import-world.ts'
import { testActor } from '../../../test/people-fixture.ts'
import { importPolicy } from '../../policy-as-code/import-policy.ts'

const importWorld = await importWorlds()

const policy = `
rulesets:
  - resource: { type: chat_group, integration: slack, vendor_id: leads }
    state: managed
    rules:
      - key: leads
        role: member
        state: active
        conditions: [{ type: user, email: ada@example.com }]
`

test('conditions, and what rules say because of them, follow the names of the source', async () => {
  const world = await importWorld()
  const { query, load, database } = world
  const ada = okta('ada')
  await load('okta', [ada, okta('bob')])
  await query(`
    insert into resource (integration_id, type, vendor_id, name, handle)
    select id, 'chat_group', 'leads', 'leads', 'leads' from integration where handle = 'slack'`)
  await importPolicy(database, policy, { actor: testActor })
  const said = async () =>
    (
      await query<{ words: string }>(`
        select description as words from condition union all select description from rule`)
    ).map(({ words }) => words)
  const [before] = await said()
  const married = { ...ada, profile: { ...ada.profile, lastName: 'Newname' } }
  await load('okta', [married, okta('bob')])
  const after = await said()
  assert.notEqual(before, after[0])
  for (const words of after) assert.match(words, /^is .*Newname$/)
  const version = async () => (await query('select policy from policy_epoch'))[0]?.['policy']
  const unmoved = await version()
  await load('okta', [
    married,
    { ...okta('bob'), profile: { ...okta('bob').profile, lastName: 'Other' } },
  ])
  assert.equal(await version(), unmoved, 'whom no condition names moves no policy')
})

const onChannel = `
rulesets:
  - resource: { type: chat_public_channel, integration: slack, vendor_id: C1 }
    state: managed
    rules: [{ key: ada, role: member, state: active, conditions: [{ type: user, email: ada@example.com }] }]
  - resource: { type: chat_public_channel, integration: slack, vendor_id: C2 }
    state: managed
    rules:
      - key: follow
        role: member
        state: active
        conditions:
          - type: entitled_to
            resource: { type: chat_public_channel, integration: slack, vendor_id: C1 }
`

test('a condition on another resource follows its name at the source', async () => {
  const { query, load, database } = await importWorld()
  await load('okta', [okta('ada')])
  await load('slack', [slack('U1', 'ada@example.com')])
  await load('slack', [channel('C1', ['U1']), channel('C2', ['U1'])])
  await importPolicy(database, onChannel, { actor: testActor })
  const said = () =>
    query<{ words: string }>(`
      select c.description as words from condition c where type = 'entitled_to'
      union all select r.description from rule r where key = 'follow'`)
  assert.deepEqual(await said(), [
    { words: 'is entitled to channel-c1' },
    { words: 'is entitled to channel-c1' },
  ])
  await load('slack', [{ ...channel('C1', ['U1']), name: 'renamed' }])
  assert.deepEqual(await said(), [
    { words: 'is entitled to renamed' },
    { words: 'is entitled to renamed' },
  ])
})
