import { test } from 'node:test'
import { checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedGoogle } from '../../../test/vendors/checked-google.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of Google’s API lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedGoogle, propertyRuns(100))
})
