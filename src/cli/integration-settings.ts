import { InvalidArgumentError, Option, type Command } from 'commander'
import { managerReferences, scimProfiles } from '../contract/states.ts'
import { withApiOptions } from './api-options.ts'

const keyOption = (name: string, about: string) =>
  new Option(`--${name}-key <key>`, `${about}; none for no key`).env(
    `MUSTER_${name.toUpperCase().replaceAll('-', '_')}_KEY`,
  )

const limitOption = (name: string, about: string) =>
  new Option(`--${name} <number>`, `${about}; none for the workspace’s`)
    .argParser(readLimit)
    .env(`MUSTER_SOURCE_${name.toUpperCase().replaceAll('-', '_')}`)

function readDays(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number of days.')
}

function readLimit(text: string): number | 'none' {
  if (text === 'none') return text
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a number, or none.')
}

/** `15m`, `6h`, `1d` or seconds. */
function readSeconds(text: string): number {
  const [, number, unit = 's'] = /^(\d{1,7})([smhd])?$/.exec(text) ?? []
  const seconds = Number(number) * ({ s: 1, m: 60, h: 3600, d: 86_400 }[unit] ?? 1)
  if (seconds >= 60) return seconds
  throw new InvalidArgumentError('It must be at least a minute, such as 15m, 6h or 1d.')
}

/** The schedule of a source. Commander takes null for a value that is missing. */
export const everyOption = () =>
  new Option('--every <time>', 'read it so often, such as 15m; never for on request only')
    .argParser((text: string) => (text === 'never' ? text : readSeconds(text)))
    .env('MUSTER_SYNC_EVERY')

/** The settings of an integration as options. */
export function withSettings(command: Command): Command {
  return withApiOptions(command)
    .addOption(new Option('--name <name>', 'how people call it').env('MUSTER_INTEGRATION_NAME'))
    .addOption(
      new Option('--trusts-email <yes|no>', 'its e-mail addresses may tie accounts to people')
        .choices(['yes', 'no'])
        .env('MUSTER_INTEGRATION_TRUSTS_EMAIL'),
    )
    .addOption(
      new Option(
        '--trusts-employee-id <yes|no>',
        'its employee numbers may tie accounts to people, beside an address or a name',
      )
        .choices(['yes', 'no'])
        .env('MUSTER_INTEGRATION_TRUSTS_EMPLOYEE_ID'),
    )
    .addOption(
      new Option(
        '--mapping <file>',
        'where the fields stand in its records, as YAML or JSON; muster connect writes it',
      ).env('MUSTER_MAPPING'),
    )
    .addOption(keyOption('employee-id', 'the key of employee numbers in its profiles'))
    .addOption(keyOption('employee-alt-id', 'the key of second employee numbers'))
    .addOption(keyOption('badge-id', 'the key of badge numbers'))
    .addOption(keyOption('manager', 'the key that names the manager'))
    .addOption(
      new Option('--manager-holds <what>', 'what the manager’s key holds')
        .choices(managerReferences)
        .env('MUSTER_MANAGER_HOLDS'),
    )
    .addOption(keyOption('parent', 'the key that names the main account, by its id at the source'))
    .addOption(
      new Option(
        '--time-zone <zone>',
        'where first and last days begin and end, such as Europe/Berlin',
      ).env('MUSTER_TIME_ZONE'),
    )
    .addOption(keyOption('time-zone', 'the key of the time zone of each person'))
    .addOption(
      new Option(
        '--policy-key <key...>',
        'all keys of its profiles that conditions and dimensions may read',
      ).env('MUSTER_POLICY_KEY'),
    )
    .addOption(everyOption())
    .addOption(
      new Option(
        '--full-every <time>',
        'of a scheduled source, read everything so often: 1h to 30d',
      )
        .argParser(readSeconds)
        .env('MUSTER_FULL_SYNC_EVERY'),
    )
    .addOption(
      limitOption(
        'account-limit-percent',
        'the percentage of its accounts that may end in 24 hours',
      ),
    )
    .addOption(limitOption('account-limit-people', 'as many may end, regardless of the percentage'))
    .addOption(
      limitOption(
        'overall-limit-percent',
        'the percentage of people whose access may change in 24 hours',
      ),
    )
    .addOption(limitOption('overall-limit-people', 'as many people, regardless of the percentage'))
    .addOption(
      new Option('--run-retention-days <days>', 'how long its runs are kept after their end')
        .argParser(readDays)
        .env('MUSTER_RUN_RETENTION_DAYS'),
    )
    .addOption(
      new Option('--scim-profile <profile>', 'whose SCIM requests it takes')
        .choices(scimProfiles)
        .env('MUSTER_SCIM_PROFILE'),
    )
}
