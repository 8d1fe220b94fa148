import { asOptions } from '../../connectors/file/option-names.ts'

/** The options of `muster integration connect` by the settings of a connection. All others are given by `--set`. */
export const settingFlags: Readonly<Record<string, string>> = {
  ca: '--ca',
  reads_groups: '--no-groups',
  start_tls: '--start-tls',
  bind_dn: '--bind-dn',
  base_dns: '--base',
  group_base_dns: '--group-base',
  people_filter: '--people-filter',
  group_filter: '--group-filter',
  attributes: '--attribute',
}

/** How the command line gives a setting of a source of that type, or its `credentials`. */
export function optionOf(type: string, setting: string, value = '…'): string {
  const isDirectory = type === 'ldap'
  if (setting === 'url') return isDirectory ? '--ldap' : '--at'
  if (setting === 'credentials') return isDirectory ? '--password-file' : '--secret-file'
  return settingFlags[setting] ?? `--set ${setting}=${value}`
}

/** Settings in a sentence of the server: all between backticks, others only where no word of a sentence looks alike. */
const settings =
  /(?:\b(as|[Ss]et|[Ss]end) )?(?:\b[Tt]he )?(?:`([a-z]+(?:_[a-z]+)*)(?:=([^`]{1,200}))?`|\b([a-z]+(?:_[a-z]+)+)\b)/g

/** Why a source of that type can't be read, with the options of the command line instead of settings and parameters of the API. */
export function withOptions(type: string, sentence: string): string {
  return asOptions(sentence).replaceAll(
    settings,
    (said: string, verb?: string, marked?: string, value?: string, plain?: string) => {
      const name = marked ?? plain ?? ''
      if (marked === undefined && settingFlags[name] === undefined) return said
      const option = optionOf(type, name, value)
      if (verb === undefined) return option
      if (verb === 'as') return `${name === 'credentials' ? 'with' : 'as'} ${option}`
      return `${verb.startsWith('S') ? 'Give' : 'give'} ${option}`
    },
  )
}
