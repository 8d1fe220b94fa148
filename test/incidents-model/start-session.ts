import assert from 'node:assert/strict'
import { decodeId } from '../../src/contract/ids.ts'
import { startRecord } from './access-on-record.ts'
import { compare } from './compare.ts'
import { advance } from './decisions.ts'
import {
  contractors,
  firstFeeds,
  groups,
  limits,
  modelRules,
  policy,
  unlimited,
} from './first-world.ts'
import {
  applyPolicyFile,
  connectSources,
  later,
  primary,
  type Product,
  readState,
  second,
  setLimits,
} from './product.ts'
import { run } from './run.ts'
import { cloneFeed, rowsOf, type Session, userId } from './session.ts'
import { settle } from './stays.ts'
import { DAY, emptyWorld } from './world.ts'

/** The first people, with the policy, a day after both began. */
export async function startSession(product: Product): Promise<Session> {
  product.pass(DAY)
  const began = product.now()
  await product.empty()
  await connectSources(product, groups)
  const feeds = firstFeeds()
  await setLimits(product, limits)
  const world = emptyWorld(product.now(), primary, 'department', unlimited)
  for (const source of [primary, second]) {
    const feed = feeds[source] ?? new Map()
    const outcome = await product.load(source, feed, true, 0)
    assert.equal(outcome.refused, undefined)
    run(world, source, rowsOf(feed), true)
  }
  await applyPolicyFile(product, policy)
  await product.servers[0]?.query(
    "update ruleset set is_sensitive = true where resource_id = (select id from resource where name = 'vault')",
  )
  for (const [name, rules] of Object.entries(modelRules()))
    world.rulesets.set(name, {
      isSensitive: name === 'vault',
      isAttribute: false,
      rules,
      firstEnteredAt: null,
    })
  settle(world)
  const session: Session = {
    product,
    world,
    feeds,
    normal: {
      [primary]: cloneFeed(feeds[primary] ?? new Map()),
      [second]: cloneFeed(feeds[second] ?? new Map()),
    },
    stayIds: new Map(),
    local: new Map(),
    reached: new Map(),
    shown: null,
    state: await readState(product),
    record: await startRecord(product, began),
  }
  await addContractors(session)
  for (const [admin, parent] of [
    ['adm1', 's01'],
    ['adm2', 'l05'],
  ] as const) {
    const answer = await product.call('PATCH', `/directory/users/${userId(session, admin)}`, {
      parent_user_id: userId(session, parent),
    })
    assert.equal(answer.status, 200, answer.text)
    const person = world.people.get(admin)
    if (person !== undefined) person.parent = parent
  }
  settle(world)
  product.pass(later)
  advance(world, world.now + later)
  world.ledger = []
  world.ends = []
  world.incidents = []
  world.limits = structuredClone(limits)
  await compare(session, 'at first')
  return session
}

async function addContractors(session: Session): Promise<void> {
  const { product, world, local } = session
  const [lead] = contractors
  const ids = new Map<string, string>()
  for (const name of contractors) {
    const manager = name === lead ? 'boss' : lead
    const { status, text, body } = await product.call('POST', '/directory/users', {
      first_name: name,
      last_name: 'Last',
      state: 'active',
      manager_id: ids.get(manager) ?? userId(session, manager),
    })
    assert.equal(status, 201, text)
    ids.set(name, body.id)
    local.set(decodeId('directoryUser', body.id) ?? '', name)
    world.people.set(name, {
      base: 'active',
      byAdmin: false,
      expiresAt: null,
      parent: null,
      account: null,
      manager,
    })
  }
}
