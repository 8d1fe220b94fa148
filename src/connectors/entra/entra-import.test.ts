import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedEntra } from '../../../test/vendors/checked-entra.ts'

await testImports('Entra', checkedEntra)
