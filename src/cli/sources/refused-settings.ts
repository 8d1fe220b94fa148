import { MusterError } from '../../../sdk/src/index.ts'
import { CommandFailed } from '../output/output.ts'
import { optionOf, withOptions } from '../nouns/setting-options.ts'

/** A refusal of the settings of a connection, with the options of the command line; any other error as it is. */
export function refusedSettings(type: string, error: unknown): unknown {
  if (!(error instanceof MusterError) || error.status !== 422) return error
  const lines = Object.entries(error.errors).flatMap(([field, faults]) =>
    faults.map((fault) => explainFault(type, field, fault)),
  )
  const [first, second] = lines
  if (first === undefined) return error
  return new CommandFailed(
    second === undefined
      ? `${first}. Nothing was changed.`
      : `Nothing was changed:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  )
}

function explainFault(type: string, field: string, fault: string): string {
  if (field === 'connection') return explainSetting(type, fault)
  const [, setting] = /^connection\.([a-z_]+)/.exec(field) ?? []
  if (setting !== undefined) return `${optionOf(type, setting)} ${fault}`
  const given = withOptions(type, fault)
  if (field === 'credentials')
    return `${optionOf(type, field)} ${given.replace('sent again, or removed with null,', 'given again')}`
  return `${field === 'sync_every_seconds' ? '--every' : field} ${given}`
}

/** A fault begins with the setting, or a value of its list. One that is unknown lists those that are known. */
function explainSetting(type: string, fault: string): string {
  const [, unknown, allowed] = /^(\S+) is unknown; allowed are (.+)$/.exec(fault) ?? []
  if (unknown !== undefined && allowed !== undefined) {
    const known = allowed.split(', ').map((name) => optionOf(type, name))
    return `--set ${unknown} is unknown; allowed are ${known.join(', ')}`
  }
  const [, setting = '', rest = ''] = /^([a-z_]+)(?:\.\d+)?(.*)$/s.exec(fault) ?? []
  return `${optionOf(type, setting)}${withOptions(type, rest)}`
}
