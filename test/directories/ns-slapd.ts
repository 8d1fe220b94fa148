import { createHash, randomBytes } from 'node:crypto'
import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../src/http/free-port.ts'
import { runProgram, startServer, type TestDirectory } from './running-server.ts'

export const nsSlapdPrograms = ['ns-slapd', 'ldapmodify']

const host = '127.0.0.1'
const baseDn = 'dc=acme,dc=test'
const bindDn = 'cn=Directory Manager'
const password = 'manager-secret'
const template = '/usr/share/dirsrv/data/template-dse.ldif'

/** 389 Directory Server in a folder of its own, without its installer, which needs systemd. It drops to its own user. */
export async function startNsSlapd(): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-389ds-'))
  const port = await freePort(host, 0)
  const config = join(folder, 'config')
  for (const name of [...places, 'config', 'config/schema']) await mkdir(join(folder, name))
  await cp('/etc/dirsrv/config', config, { recursive: true })
  await cp('/etc/dirsrv/schema', join(config, 'schema'), { recursive: true })
  await writeFile(join(config, 'dse.ldif'), filled(await readFile(template, 'utf8'), folder, port))
  await giveTo(folder, Number(runProgram('id', ['-u', serverUser])))
  const apply = (ldif: string) => {
    const signIn = ['-x', '-H', `ldap://${host}:${port}`, '-D', bindDn, '-w', password]
    runProgram('ldapmodify', ['-a', ...signIn], { input: ldif })
  }
  const server = await startServer(
    ['ns-slapd', '-D', config, '-i', join(folder, 'run', 'pid'), '-d', '0'],
    { host, port },
    () => fill(apply),
  )
  return {
    host,
    port,
    tlsPort: null,
    ca: '',
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

const serverUser = 'dirsrv'
const places = ['db', 'run', 'log', 'lock', 'tmp', 'ldif', 'bak', 'inst']

/** The template of the installer, with the folder's places. */
function filled(text: string, folder: string, port: number): string {
  const at = (name: string) => join(folder, name)
  const values: Readonly<Record<string, string>> = {
    schema_dir: '/usr/share/dirsrv/schema',
    lock_dir: at('lock'),
    tmp_dir: at('tmp'),
    cert_dir: at('config'),
    config_dir: at('config'),
    ldif_dir: at('ldif'),
    bak_dir: at('bak'),
    run_dir: at('run'),
    inst_dir: at('inst'),
    log_dir: at('log'),
    db_dir: at('db'),
    db_home_dir: at('db'),
    db_lib: 'bdb',
    fqdn: 'localhost',
    ds_port: String(port),
    ds_user: serverUser,
    ds_suffix: baseDn,
    rootdn: bindDn,
    ds_passwd: salted(password),
    ldapi: at('run/ldapi'),
    ldapi_enabled: 'off',
    ldapi_autobind: 'off',
  }
  return text.replaceAll(/%(\w+)%/g, (_all, name: string) => values[name] ?? '')
}

function salted(text: string): string {
  const salt = randomBytes(8)
  const digest = createHash('sha512').update(text).update(salt).digest()
  return `{SSHA512}${Buffer.concat([digest, salt]).toString('base64')}`
}

async function giveTo(folder: string, uid: number): Promise<void> {
  await chown(folder, uid, -1)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(join(entry.parentPath, entry.name), uid, -1)
}

/** It listens a moment before it answers. */
async function fill(apply: (ldif: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      apply(backend)
      break
    } catch (error) {
      if (tries > 100 || !/Can't contact|busy|unavailable/i.test(String(error))) throw error
      await sleep(100)
    }
  }
  apply(firstEntries)
}

const backend = `
dn: cn=acme,cn=ldbm database,cn=plugins,cn=config
objectClass: nsBackendInstance
objectClass: extensibleObject
cn: acme
nsslapd-suffix: ${baseDn}

dn: cn="${baseDn}",cn=mapping tree,cn=config
objectClass: nsMappingTree
objectClass: extensibleObject
cn: ${baseDn}
nsslapd-state: backend
nsslapd-backend: acme
`

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
