import type { ChangeMark } from '../ldap/change-mark.ts'
import type { LdapSettings } from '../ldap/ldap-settings.ts'

/** What the list of runs calls a sync. */
export function syncName({ url }: Pick<LdapSettings, 'url'>, since: ChangeMark | null): string {
  return since === null ? url : `${url} (changes)`
}
