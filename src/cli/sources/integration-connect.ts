import type { Command } from 'commander'
import { withApiOptions } from '../command-line/options.ts'
import { declare } from '../command-line/declare.ts'
import { addField, variableFor } from '../api/field-options.ts'
import type { Flag } from '../command-line/flag.ts'
import { operationAt } from '../nouns/operations.ts'
import { vendorNames } from './vendor-types.ts'

const settings: readonly Flag[] = [
  [
    '--ldap <url>',
    'ldaps://host, or ldap://host with --start-tls; with a port if it isn’t the usual one',
    'MUSTER_LDAP_URL',
  ],
  ['--at <url>', 'where the vendor of --type is (default: its usual address)', 'MUSTER_SOURCE_URL'],
  [
    '--set <setting=value...>',
    'a setting without an option of its own, such as organization=acme; once for each value of a list',
    'MUSTER_SOURCE_SETTINGS',
  ],
  [
    '--bind-dn <dn>',
    'who reads it; for Active Directory also name@domain. The password is asked for',
    'MUSTER_LDAP_BIND_DN',
  ],
  [
    '--password-file <file>',
    'the file with the password; - reads it from standard input',
    'MUSTER_LDAP_PASSWORD_FILE',
  ],
  [
    '--secret-file <file>',
    'the file with the token or key of a vendor; - reads it from standard input',
    'MUSTER_SOURCE_SECRET_FILE',
  ],
  ['--base <dn...>', 'where people are, and groups (default: everywhere)', 'MUSTER_LDAP_BASE'],
  [
    '--group-base <dn...>',
    'where groups are (default: where people are)',
    'MUSTER_LDAP_GROUP_BASE',
  ],
  ['--people-filter <filter>', 'which entries are people', 'MUSTER_LDAP_PEOPLE_FILTER'],
  ['--group-filter <filter>', 'which entries are groups', 'MUSTER_LDAP_GROUP_FILTER'],
  [
    '--attribute <name...>',
    'further attributes of people for their profiles',
    'MUSTER_LDAP_ATTRIBUTE',
  ],
  [
    '--ca <file>',
    'the certificate of the authority that the server’s is verified by, as PEM',
    'MUSTER_LDAP_CA',
  ],
  ['--name <name>', 'how people call the new source', 'MUSTER_INTEGRATION_NAME'],
  ['--start-tls', 'encrypt an ldap:// connection before anything is sent', 'MUSTER_LDAP_START_TLS'],
  ['--no-start-tls', 'connect to ldap:// without encryption', 'MUSTER_LDAP_START_TLS'],
  ['--no-groups', 'read people only', 'MUSTER_LDAP_GROUPS'],
  ['--primary', 'the new source is the one that governs people'],
]

export function connectCommand(): Command {
  return declare({
    name: 'connect',
    about: 'connect a directory or a vendor’s API, and show some of its people',
    base: withSchedule,
    arguments: [['<handle>', 'the short name of the integration, which is made if there is none']],
    options: [
      [
        '--type <type>',
        'the vendor whose API is read, instead of a directory',
        { choices: vendorNames },
      ],
      ...settings,
    ],
    examples: [
      'integration connect ldap --ldap ldaps://ldap.acme.example --bind-dn cn=muster,ou=services,dc=acme,dc=example --base ou=people,dc=acme,dc=example --primary',
      'integration connect ad --ldap ldaps://dc1.corp.acme.example --bind-dn muster@corp.acme.example --ca corp-ca.pem --every 15m',
      'integration connect ldap --ldap ldap://ldap.acme.example --start-tls --bind-dn cn=muster,dc=acme --password-file /run/secrets/ldap',
      'integration connect ldap --base ou=people,dc=acme --group-base ou=groups,dc=acme --set page_size=100',
      'integration connect okta --type okta --at https://acme.okta.com --primary --every 15m',
      'integration connect github --type github --set organization=acme --secret-file /run/secrets/github',
      'integration connect okta --every 30m',
    ],
    note: `The server connects, not this machine: its MUSTER_CONNECTOR_HOSTS must list the host. A password or token is never an argument, which others
could see. It is stored encrypted. Press Enter to keep the stored one; if the address, its encryption or the bind DN changes,
it has to be given again. What is not given stays as it is, also --ldap and --type of a source that is connected already.
Nothing is imported: it shows up to three people as they would be. Then read everything: muster integration sync <handle>
docs/connection-settings.md lists the settings of each type.`,
    load: async () => (await import('./run-integration-connect.ts')).runConnect,
  })
}

function withSchedule(command: Command): Command {
  withApiOptions(command)
  const fields = operationAt('post', '/workspace/integrations')?.body ?? []
  for (const field of fields)
    if (field.name === 'sync_every_seconds')
      addField(command, field, { variable: (flag) => variableFor('integration', flag) })
  return command
}
