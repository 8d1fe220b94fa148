/**
 * The messages of this folder name the options of an import as the command line does, `--shape accounts`. This names them as the
 * parameters of the API, which are also what the console calls its controls: `shape=accounts` between backticks.
 */
export function asParameters(message: string): string {
  return message.replaceAll(options, (_, name: string, value?: string) => {
    const given = value ?? (name === 'complete' ? 'true' : undefined)
    const parameter = name.replace('-', '_')
    return given === undefined ? `\`${parameter}\`` : `\`${parameter}=${given}\``
  })
}

const options =
  /--(complete|encoding|members-of|shape)\b(?: (accounts|groups|memberships|<type>:<vendor id>|[a-z_]+:(?:<id>|\w+)))?/g

/** What the API says, with the options of the command line. */
export function asOptions(message: string): string {
  return message.replaceAll(parameters, (_, name: string, value?: string) => {
    const option = `--${name.replace('_', '-')}`
    return value === undefined || name === 'complete' ? option : `${option} ${value}`
  })
}

const parameters = /`(complete|encoding|members_of|shape)(?:=([^`]{1,200}))?`/g
