import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSeeds } from '../../../test/vendors/check-connector.ts'
import { checkedGitlab, checkedGitlabGroup } from '../../../test/vendors/checked-gitlab.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of GitLab’s API lose nothing, and take nobody away who is there', async (t) => {
  const { counts, ...runs } = await checkSeeds(checkedGitlab, propertyRuns(100))
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  for (const what of [
    '429',
    '5xx',
    'lost',
    'cut',
    'dropped',
    'truncated',
    'looped',
    'emptied',
    'died',
  ])
    assert.ok((counts[what] ?? 0) > 2, `${what} happened`)
})

test('nor where only one group of it is read', async (t) => {
  const { counts, ...runs } = await checkSeeds(checkedGitlabGroup, propertyRuns(40))
  t.diagnostic(JSON.stringify({ ...runs, ...counts }))
  assert.ok(runs.complete > runs.failed)
})
