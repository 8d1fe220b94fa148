import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSeeds, connectorOf, toolsOf } from '../../../test/vendors/check-connector.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedGitlab, checkedGitlabGroup } from './fake-gitlab.fixture.ts'
import { json } from '../../../test/vendors/fake-vendor.ts'
import { faultyTransport, noFaults, worldPacing } from '../../../test/vendors/faulty-transport.ts'
import { Seeded } from '../../../test/vendors/seeded.ts'
import { VendorWorld } from '../../../test/vendors/vendor-world.ts'
import { nothingKnown } from '../pull/known-records.ts'

const random = new Seeded(1)
const world = new VendorWorld(random, { people: 12, groups: 4, roles: ['member'] })

async function peopleOf(
  checked: typeof checkedGitlab,
  settings: object = {},
  fake = checked.fake(random),
): Promise<string[]> {
  const connection = connectorOf(checked).connectionOf({ ...checked.settings, ...settings })
  const pulled = await connection?.read({
    ...toolsOf(checked),
    since: null,
    transport: faultyTransport({ fake, world, random, faults: noFaults, die: () => undefined }),
    pacing: worldPacing(world, random),
    known: nothingKnown,
  })
  assert.ok(pulled !== undefined)
  const records = await Array.fromAsync(pulled.records)
  return records
    .flatMap((each) => (each.kind === 'account' ? [each.vendorId] : []))
    .toSorted((one, other) => Number(one) - Number(other))
}

test('people of a group are the same, whether groups and projects are wanted or not', async () => {
  const all = await peopleOf(checkedGitlabGroup)
  assert.ok(all.length > 5, String(all.length))
  for (const settings of [
    { reads_groups: false },
    { reads_projects: false },
    { reads_groups: false, reads_projects: false },
  ])
    assert.deepEqual(await peopleOf(checkedGitlabGroup, settings), all, JSON.stringify(settings))
})

test('a whole instance is read by an administrator only, because others see a part of it', async () => {
  const usual = checkedGitlab.fake(random)
  const other: typeof usual = {
    ...usual,
    answer: (request, ...rest) =>
      request.url.pathname.endsWith('/user')
        ? { answer: json(200, { id: 1, username: 'ada', is_admin: false }) }
        : usual.answer(request, ...rest),
  }
  await assert.rejects(peopleOf(checkedGitlab, {}, other), /not that of an administrator/)
  assert.equal((await peopleOf(checkedGitlab)).length, 12)
})

test('faults lose nothing where only one group of it is read either', async (t) => {
  const { counts, ...runs } = await checkSeeds(checkedGitlabGroup, propertyRuns(40))
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  assert.ok(runs.complete > runs.failed)
})

await testVendor(checkedGitlab)
