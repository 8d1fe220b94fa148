import { directoryAccounts } from '../ldap/read-people.ts'
import { accountReader } from '../pull/read-accounts.ts'
import type { AccountReader } from '../pull/read-sample.ts'

/** How the records of accounts are read in a source of the type. */
export function accountsOf(type: string): AccountReader {
  return type === 'ldap' ? directoryAccounts : accountReader
}
