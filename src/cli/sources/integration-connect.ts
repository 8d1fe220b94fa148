import type { Declared } from '../command-line/declare.ts'
import { bodyFlags } from '../api/field-options.ts'
import { flagsOf, type Flag } from '../command-line/flag.ts'
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
  ],
  ['--password-file <file>', 'the file with the password; - reads it from standard input'],
  [
    '--secret-file <file>',
    'the file with the token or key of a vendor; - reads it from standard input',
    'MUSTER_SOURCE_SECRET_FILE',
  ],
  ['--base <dn...>', 'where people are, and groups (default: everywhere)'],
  ['--group-base <dn...>', 'where groups are (default: where people are)'],
  ['--people-filter <filter>', 'which entries are people'],
  ['--group-filter <filter>', 'which entries are groups'],
  ['--attribute <name...>', 'further attributes of people for their profiles'],
  ['--ca <file>', 'the certificate of the authority that the server’s is verified by, as PEM'],
  ['--name <name>', 'how people call the new source', 'MUSTER_INTEGRATION_NAME'],
  ['--start-tls', 'encrypt an ldap:// connection before anything is sent'],
  ['--no-start-tls', 'connect to ldap:// without encryption'],
  ['--no-groups', 'read people only'],
  ['--primary', 'the new source is the one that governs people', 'MUSTER_PRIMARY'],
]

export const connect: Declared = {
  name: 'connect',
  about: 'connect a directory or a vendor’s API, and show some of its people',
  arguments: [['<handle>', 'the short name of the integration, which is made if there is none']],
  options: [
    ...flagsOf('integration', bodyFlags('/workspace/integrations', ['sync_every_seconds'])),
    [
      '--type <type>',
      'the vendor whose API is read, instead of a directory',
      { choices: vendorNames },
    ],
    ...flagsOf('ldap', settings),
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
}
