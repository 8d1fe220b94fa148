import { test } from 'node:test'
import { checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedGithub } from '../../../test/vendors/checked-github.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of GitHub’s APIs lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedGithub, propertyRuns(100))
})
