import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedOkta } from '../../../test/vendors/checked-okta.ts'

await testImports('Okta', checkedOkta)
