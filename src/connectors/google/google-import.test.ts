import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedGoogle } from '../../../test/vendors/checked-google.ts'

await testImports('Google Workspace', checkedGoogle)
