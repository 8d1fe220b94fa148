import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runProgram, startServer, type TestDirectory } from './running-server.ts'
import { makeCertificates } from './test-certificates.ts'

export const sambaPrograms = ['samba', 'samba-tool', 'ldapmodify', 'openssl']

const baseDn = 'DC=acme,DC=test'
const bindDn = 'administrator@acme.test'
const password = 'Samba.Secret-1'
const port = 389

/**
 * A domain controller of Active Directory as Samba implements it, which serves LDAP only. It always listens on port 389, so
 * it gets a loopback address of its own.
 */
export async function startSamba(): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'muster-samba-'))
  const host = loopbackOf(process.pid)
  const { ca, caFile, key, certificate } = await makeCertificates(folder, host)
  const options = [
    `interfaces=${host}/8`,
    'bind interfaces only=yes',
    'server services=ldap',
    'ldap server require strong auth=allow_sasl_over_tls',
    `tls cafile=${caFile}`,
    `tls keyfile=${key}`,
    `tls certfile=${certificate}`,
    `log file=${folder}/log`,
    `pid directory=${folder}`,
    `ncalrpc dir=${folder}/ncalrpc`,
  ].map((option) => `--option=${option}`)
  runProgram('samba-tool', [
    'domain',
    'provision',
    `--targetdir=${folder}`,
    '--server-role=dc',
    '--dns-backend=NONE',
    '--realm=ACME.TEST',
    '--domain=ACME',
    '--host-name=dc1',
    `--adminpass=${password}`,
    '--backend-store=tdb',
    ...options,
  ])
  const config = join(folder, 'etc', 'smb.conf')
  const server = await startServer(
    ['samba', '--interactive', '--model=single', `--configfile=${config}`, '-d0', ...options],
    { host, port },
  )
  return {
    host,
    port,
    tlsPort: 636,
    baseDn,
    password,
    ca,
    bindDn,
    apply(ldif) {
      const signIn = ['-x', '-H', `ldaps://${host}`, '-D', bindDn, '-w', password]
      runProgram('ldapmodify', ['-a', ...signIn], { input: ldif, env: { LDAPTLS_CACERT: caFile } })
    },
    async close() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A different one for each process, below 127.64.0.0/10. */
function loopbackOf(pid: number): string {
  return ['127', 64 + ((pid >> 16) & 63), (pid >> 8) & 255, pid & 255 || 1].join('.')
}
