import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSeeds, checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedGitlab, checkedGitlabGroup } from '../../../test/vendors/checked-gitlab.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of GitLab’s API lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedGitlab, propertyRuns(100))
})

test('nor where only one group of it is read', async (t) => {
  const { counts, ...runs } = await checkSeeds(checkedGitlabGroup, propertyRuns(40))
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  assert.ok(runs.complete > runs.failed)
})
