import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import { freePort } from '../../src/http/free-port.ts'
import { missingServer, runProgram, startServer } from '../../test/directories/running-server.ts'
import type { World } from '../world/open-world.ts'

/** Undefined where OpenLDAP's programs are installed. */
export function missingOpenLdap(): string | undefined {
  return missingServer('OpenLDAP', ['slapd', 'slapadd', 'ldapsearch'])
}

export const suffix = 'dc=muster,dc=example'
const people = `ou=people,${suffix}`

type PersonRow = {
  id: string
  first_name: string
  last_name: string
  full_name: string
  email: string | null
  username: string | null
  state: string
  manager_id: string | null
  org: Record<string, string>
}

/** The people of an organisation as LDIF (RFC 2849), with those attributes that inetOrgPerson can hold. */
export async function readEntries({ databaseUrl }: World): Promise<string[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<PersonRow>(`
    select id, first_name, last_name, full_name, email, username, state, manager_id, org
    from directory_user order by id`)
  await client.end()
  return rows.map((row) => {
    const lines = attributesOf(row).flatMap(([key, value]) =>
      value ? [`${key}:: ${Buffer.from(value).toString('base64')}`] : [],
    )
    return `dn: uid=${row.id},${people}\nobjectClass: inetOrgPerson\n${lines.join('\n')}\n\n`
  })
}

function attributesOf(row: PersonRow): [string, string | null | undefined][] {
  const { org } = row
  return [
    ['uid', row.id],
    ['uid', row.username],
    ['cn', row.full_name],
    ['sn', row.last_name],
    ['givenName', row.first_name],
    ['displayName', row.full_name],
    ['mail', row.email],
    ['employeeType', row.state],
    ['manager', row.manager_id && `uid=${row.manager_id},${people}`],
    ['title', org['title']],
    ['departmentNumber', org['department']],
    ['ou', org['division']],
    ['businessCategory', org['cost_center']],
  ]
}

export type Slapd = { port: number; stop: () => Promise<void> }

/** An OpenLDAP server with these entries and its defaults, but for logging, which is off, and a map that is large enough. */
export async function startSlapd(directory: string, entries: readonly string[]): Promise<Slapd> {
  await mkdir(join(directory, 'db'), { recursive: true })
  const [config, file] = [join(directory, 'slapd.conf'), join(directory, 'people.ldif')]
  const schemas = ['core', 'cosine', 'inetorgperson']
  await writeFile(
    config,
    `${schemas.map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
modulepath /usr/lib/ldap
moduleload back_mdb
pidfile ${directory}/slapd.pid
loglevel 0
sizelimit unlimited
database mdb
maxsize 17179869184
suffix "${suffix}"
directory ${directory}/db
index objectClass eq
`,
  )
  const above = [
    `dn: ${suffix}\nobjectClass: dcObject\nobjectClass: organization\ndc: muster\no: Muster\n\n`,
    `dn: ${people}\nobjectClass: organizationalUnit\nou: people\n\n`,
  ]
  await pipeline(Readable.from([...above, ...entries]), createWriteStream(file))
  // -q leaves out checks and syncs: what is measured is reading.
  runProgram('slapadd', ['-q', '-f', config, '-l', file])
  const host = '127.0.0.1'
  const port = await freePort(host, 0)
  const args = ['-d', '0', '-f', config, '-h', `ldap://${host}:${port}`]
  return { port, ...(await startServer(['slapd', ...args], { host, port })) }
}

/** Reads all entries with all their attributes, in pages, and throws away what it prints. */
export async function runLdapsearch(port: number, filter: string, pageSize: number): Promise<void> {
  const server = ['-H', `ldap://127.0.0.1:${port}`, '-b', suffix]
  const args = ['-x', '-LLL', '-o', 'ldif_wrap=no', ...server, '-E', `pr=${pageSize}/noprompt`]
  const child = spawn('ldapsearch', [...args, filter, '*', '+'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`ldapsearch ended with code ${code}`)
}
