import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkSeeds } from '../../../test/vendors/check-connector.ts'
import { checkedGithub } from '../../../test/vendors/checked-github.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of GitHub’s APIs lose nothing, and take nobody away who is there', async (t) => {
  const { counts, ...runs } = await checkSeeds(checkedGithub, propertyRuns(100))
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
