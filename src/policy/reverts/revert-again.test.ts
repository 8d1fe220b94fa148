import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { makeCaller } from '../../../test/harness.ts'
import { day } from '../rules/policy-for-tests.ts'
import { activate, legal } from '../plans/plans-for-tests.ts'
import { revertServer } from './reverts-for-tests.ts'

const server = await revertServer()
const { expect, manifest, groups, create, plan, apply, send, giveRole, applied, revert, refused } =
  server

beforeEach(server.startOver)

async function inForce(group: 12 | 13): Promise<string[]> {
  const path = `/policy/rulesets/${groups[group]}/rules?filter[state]=active,expiring&page[size]=100`
  return (await expect(200, 'GET', path)).body.data.map(({ id }: { id: string }) => id)
}

type Reverting = {
  operations: { op: string; rule_id?: string }[]
  not_reverted: { record_id: string; reason: string }[]
}
const namedOf = ({ operations }: Reverting) => operations.map(({ op, rule_id: id }) => [op, id])
const reasonsOf = ({ not_reverted: left }: Reverting) =>
  left.map(({ record_id: id, reason }) => [id, reason])

const cy = 'cy@x.example developer active'

test('a plan is undone once, whoever plans to do it again, and when', async () => {
  await applied(create(12), activate)
  const [rule = ''] = await inForce(12)
  const id = await applied({ op: 'deactivate_rule', rule_id: rule })
  const [first, second] = [await revert(id), await revert(id)]
  await apply(first.id)
  assert.equal(await refused(id), `${id} is undone already, by ${first.id}.`)
  const { message } = (await apply(second.id, 409)).body
  assert.equal(message, `${id} is undone already, by ${first.id}.`)
  assert.equal((await inForce(12)).length, 1)
})

test('a rule that was put back by hand does not come back a second time', async () => {
  await applied(create(12), activate)
  const [rule = ''] = await inForce(12)
  const id = await applied({ op: 'deactivate_rule', rule_id: rule })
  await apply((await expect(201, 'POST', `/policy/rules/${rule}/put-back`)).body.id)
  const [again = ''] = await inForce(12)
  assert.match(await refused(id), new RegExp(`It is in force again as ${again}\\.`))
  await expect(200, 'POST', `/policy/rules/${again}/deactivate`)
  assert.equal((await revert(id)).operations[0].op, 'duplicate_rule')
})

test('a rule that took over from one that can’t come back is ended all the same', async () => {
  const expires_at = new Date(server.now() + day).toISOString()
  await applied(create(12, { expires_at }), activate)
  const [ending = ''] = await inForce(12)
  const id = await applied(create(12, { conditions: [legal] }), { ...activate, replaces: ending })
  const [next = ''] = await inForce(12)
  server.pass(2 * day)
  const reverting = await revert(id)
  assert.deepEqual(namedOf(reverting), [['deactivate_rule', next]])
  assert.deepEqual(reasonsOf(reverting), [[ending, 'It would have ended by now.']])
  assert.deepEqual(await manifest('12'), [cy])
  await apply(reverting.id)
  assert.deepEqual(await manifest('12'), [])
})

test('and so is one whose predecessor is refused', async () => {
  await applied(create(12, { key: 'held' }), activate)
  const [held = ''] = await inForce(12)
  const legally = create(12, { key: 'other', conditions: [legal] })
  const id = await applied(legally, { ...activate, replaces: held })
  const [next = ''] = await inForce(12)
  await applied(create(12, { key: 'held' }), activate)
  const reverting = await revert(id)
  assert.deepEqual(namedOf(reverting), [['deactivate_rule', next]])
  assert.deepEqual(reasonsOf(reverting), [
    [held, 'It can’t be undone now. Its key is the key of another rule of this ruleset.'],
  ])
  await apply(reverting.id)
  assert.ok(!(await manifest('12')).includes(cy))
})

test('why nothing can be undone is said of the rulesets that the caller may see', async () => {
  const author = await makeCaller(server, [
    'directory.user.view',
    'directory.identity.profile.view',
  ])
  await giveRole(author, 12)
  await giveRole(author, 13)
  const operations = [create(12), activate, create(13, { ref: 'draft', key: 'draft' })]
  const { id } = (await plan(operations, author)).body
  await apply(id, 200, author)
  const [rule = ''] = await inForce(12)
  await expect(200, 'POST', `/policy/rules/${rule}/deactivate`)
  const drafts = `/policy/rulesets/${groups[13]}/rules?filter[state]=staged`
  const draft = (await expect(200, 'GET', drafts)).body.data[0].id
  await expect(200, 'PATCH', `/policy/rules/${draft}`, { description: 'Another' })
  const why = async () => {
    const answer = await send('POST', `/policy/plans/${id}/revert`, undefined, author)
    assert.equal(answer.status, 409)
    return answer.body.message
  }
  const [seen, hidden] = [
    'policy.rule.activate: Its state was changed since.',
    'policy.rule.create: Its description was changed since.',
  ]
  const all = await why()
  assert.ok(all.includes(seen) && all.includes(hidden), all)
  await expect(204, 'DELETE', `/policy/rulesets/${groups[13]}/admins/${author.id}`)
  assert.equal(await why(), `Nothing of the plan can be undone. ${seen}`)
})

test('where very much is refused now, the answer says what and why', async () => {
  const keys = Array.from({ length: 52 }, (_, at) => `k${at}`)
  const drafts = keys.map((key) => create(12, { key, ref: key }))
  const begins = keys.map((key) => ({ op: 'activate_rule', rule_id: `$${key}` }))
  await applied(...drafts, ...begins)
  const ends = (await inForce(12)).map((rule) => ({ op: 'deactivate_rule', rule_id: rule }))
  const id = await applied(...ends)
  await applied(...drafts)
  assert.equal(
    await refused(id),
    'Too much of what would undo the plan is refused now: undo it by hand. policy.rule.deactivate: ' +
      'It can’t be undone now. Its key is the key of another rule of this ruleset.',
  )
})
