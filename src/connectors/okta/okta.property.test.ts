import { test } from 'node:test'
import { checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedOkta } from '../../../test/vendors/checked-okta.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of Okta’s API lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedOkta, propertyRuns(100))
})
