import { Command, Option } from 'commander'
import { withApiOptions } from './api-options.ts'
import { withFlag, type Flag } from './flag.ts'
import { everyOption } from './integration-settings.ts'
import { vendorTypeNames } from './vendor-connection.ts'
import type { ConnectOptions } from './run-integration-connect.ts'

const flags: readonly Flag[] = [
  {
    flags: '--start-tls',
    description: 'encrypt an ldap:// connection before anything is sent',
    variable: 'MUSTER_LDAP_START_TLS',
  },
  {
    flags: '--no-start-tls',
    description: 'connect to ldap:// without encryption',
    variable: 'MUSTER_LDAP_START_TLS',
  },
  {
    flags: '--no-groups',
    description: 'read people only',
    variable: 'MUSTER_LDAP_GROUPS',
  },
  {
    flags: '--primary',
    description: 'the new source is the one that governs people',
    variable: 'MUSTER_PRIMARY',
  },
]

export function connectCommand(): Command {
  const command = withApiOptions(new Command('connect'))
    .description('connect a directory or a vendor’s API, and show some of its people')
    .argument('<handle>', 'the short name of the integration, which is made if there is none')
    .addOption(
      new Option(
        '--ldap <url>',
        'ldaps://host, or ldap://host with --start-tls; with a port if it isn’t the usual one',
      ).env('MUSTER_LDAP_URL'),
    )
    .addOption(
      new Option('--type <type>', 'the vendor whose API is read, instead of a directory')
        .choices(vendorTypeNames)
        .env('MUSTER_TYPE'),
    )
    .addOption(
      new Option('--at <url>', 'where that vendor is (default: its usual address)').env(
        'MUSTER_SOURCE_URL',
      ),
    )
    .addOption(
      new Option(
        '--set <setting=value...>',
        'a setting without an option of its own, such as organization=acme; once for each value of a list',
      ).env('MUSTER_SOURCE_SETTINGS'),
    )
    .addOption(
      new Option(
        '--bind-dn <dn>',
        'who reads it; for Active Directory also name@domain. The password is asked for',
      ).env('MUSTER_LDAP_BIND_DN'),
    )
    .addOption(
      new Option(
        '--password-file <file>',
        'the file with the password; - reads it from standard input',
      ).env('MUSTER_LDAP_PASSWORD_FILE'),
    )
    .addOption(
      new Option(
        '--secret-file <file>',
        'the file with the token or key of a vendor; - reads it from standard input',
      ).env('MUSTER_SOURCE_SECRET_FILE'),
    )
    .addOption(
      new Option('--base <dn...>', 'where people are, and groups (default: everywhere)').env(
        'MUSTER_LDAP_BASE',
      ),
    )
    .addOption(
      new Option('--group-base <dn...>', 'where groups are (default: where people are)').env(
        'MUSTER_LDAP_GROUP_BASE',
      ),
    )
    .addOption(
      new Option('--people-filter <filter>', 'which entries are people').env(
        'MUSTER_LDAP_PEOPLE_FILTER',
      ),
    )
    .addOption(
      new Option('--group-filter <filter>', 'which entries are groups').env(
        'MUSTER_LDAP_GROUP_FILTER',
      ),
    )
    .addOption(
      new Option('--attribute <name...>', 'further attributes of people for their profiles').env(
        'MUSTER_LDAP_ATTRIBUTE',
      ),
    )
    .addOption(
      new Option(
        '--ca <file>',
        'the certificate of the authority that the server’s is verified by, as PEM',
      ).env('MUSTER_LDAP_CA'),
    )
    .addOption(everyOption())
    .addOption(
      new Option('--name <name>', 'how people call the new source').env('MUSTER_INTEGRATION_NAME'),
    )
    .addHelpText(
      'after',
      `
Examples:
  $ muster integration connect ldap --ldap ldaps://ldap.acme.example --bind-dn cn=muster,ou=services,dc=acme,dc=example --base ou=people,dc=acme,dc=example --primary
  $ muster integration connect ad --ldap ldaps://dc1.corp.acme.example --bind-dn muster@corp.acme.example --ca corp-ca.pem --every 15m
  $ muster integration connect ldap --ldap ldap://ldap.acme.example --start-tls --bind-dn cn=muster,dc=acme --password-file /run/secrets/ldap
  $ muster integration connect ldap --base ou=people,dc=acme --group-base ou=groups,dc=acme --set page_size=100
  $ muster integration connect okta --type okta --at https://acme.okta.com --primary --every 15m
  $ muster integration connect github --type github --set organization=acme --secret-file /run/secrets/github
  $ muster integration connect okta --every 30m

The server connects, not this machine: its MUSTER_CONNECTOR_HOSTS must list the host. A password or token is never an argument, which others
could see. It is stored encrypted. Press Enter to keep the stored one; if the address, its encryption or the bind DN changes,
it has to be given again. What is not given stays as it is, also --ldap and --type of a source that is connected already.
Nothing is imported: it shows up to three people as they would be. Then read everything: muster integration sync <handle>
docs/connection-settings.md lists the settings of each type.`,
    )
    .action(async (handle: string, options: ConnectOptions) => {
      const { runConnect } = await import('./run-integration-connect.ts')
      await runConnect(handle, options)
    })
  return flags.reduce(withFlag, command)
}
