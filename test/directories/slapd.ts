import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/http/free-port.ts'
import { runProgram, startServer, type TestDirectory } from './running-server.ts'
import { makeCertificates } from './test-certificates.ts'

export const slapdPrograms = ['slapd', 'ldapmodify', 'openssl']

const baseDn = 'dc=acme,dc=test'
const bindDn = `cn=admin,${baseDn}`
const password = 'slapd-secret'

/** OpenLDAP in a folder of its own, with a domain entry, and `ou=people` and `ou=groups` below. */
export async function startSlapd({ more = '', host = '127.0.0.1' } = {}): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-slapd-'))
  const [port, tlsPort] = [await freePort(host, 0), await freePort(host, 0)]
  const written = host.includes(':') ? `[${host}]` : host
  const certificates = await makeCertificates(folder, host)
  await mkdir(join(folder, 'db'))
  const config = join(folder, 'slapd.conf')
  await writeFile(config, configuration(folder, certificates, more))
  const apply = (ldif: string) => {
    const signIn = ['-x', '-H', `ldap://${written}:${port}`, '-D', bindDn, '-w', password]
    runProgram('ldapmodify', ['-a', ...signIn], { input: ldif })
  }
  const server = await startServer(
    [
      'slapd',
      '-d',
      '0',
      '-f',
      config,
      '-h',
      `ldap://${written}:${port} ldaps://${written}:${tlsPort}`,
    ],
    { host, port },
    () => apply(firstEntries),
  )
  return {
    host: written,
    port,
    tlsPort,
    ca: certificates.ca,
    baseDn,
    bindDn,
    password,
    apply,
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(
  folder: string,
  { caFile, key, certificate }: { caFile: string; key: string; certificate: string },
  more: string,
): string {
  return `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/nis.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
moduleload ppolicy
pidfile ${folder}/pid
TLSCACertificateFile ${caFile}
TLSCertificateFile ${certificate}
TLSCertificateKeyFile ${key}
${more}
database mdb
maxsize 268435456
suffix "${baseDn}"
rootdn "${bindDn}"
rootpw ${password}
directory ${folder}/db
dbnosync
index objectClass,entryUUID,entryCSN eq
access to attrs=userPassword by * auth
access to * by dn.base="uid=reader,ou=people,${baseDn}" read by users read by * none
limits dn.exact="uid=reader,ou=people,${baseDn}" size=3
overlay ppolicy
`
}

const firstEntries = `
dn: ${baseDn}
objectClass: domain
dc: acme

dn: ou=people,${baseDn}
objectClass: organizationalUnit
ou: people

dn: ou=groups,${baseDn}
objectClass: organizationalUnit
ou: groups
`
