import { Client } from 'pg'
import type { World } from '../world/open-world.ts'

/** One person as an inetOrgPerson; `name` is the distinguished name. */
export type Entry = { name: string; attributes: readonly (readonly [string, string])[] }

const root = 'dc=muster,dc=example'
export const suffix = root

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
  profile: Record<string, unknown> | null
}

/** The people of an organisation with those attributes that inetOrgPerson can hold, in the world's order. */
export async function readEntries({ databaseUrl }: World): Promise<Entry[]> {
  const client = new Client(databaseUrl)
  await client.connect()
  const { rows } = await client.query<PersonRow>(`
    select u.id, u.first_name, u.last_name, u.full_name, u.email, u.username, u.state, u.manager_id, u.org, i.profile
    from directory_user u left join identity i on i.id = u.primary_identity_id order by u.id`)
  await client.end()
  return rows.map((row) => ({ name: nameOf(row.id), attributes: attributesOf(row) }))
}

/** The entries as slapadd reads them (RFC 2849), the two above them first. */
export function* ldif(entries: readonly Entry[]): Generator<string> {
  yield `dn: ${root}\nobjectClass: dcObject\nobjectClass: organization\ndc: muster\no: Muster\n\n`
  yield `dn: ou=people,${root}\nobjectClass: organizationalUnit\nou: people\n\n`
  for (const { name, attributes } of entries) {
    const lines = attributes.map(
      ([key, value]) => `${key}:: ${Buffer.from(value).toString('base64')}`,
    )
    yield `dn: ${name}\nobjectClass: inetOrgPerson\n${lines.join('\n')}\n\n`
  }
}

function nameOf(id: string): string {
  return `uid=${id},ou=people,${root}`
}

function attributesOf(row: PersonRow): [string, string][] {
  const { org } = row
  const all: [string, string | null | undefined][] = [
    ['uid', row.id],
    ['uid', row.username],
    ['cn', row.full_name],
    ['sn', row.last_name],
    ['givenName', row.first_name],
    ['displayName', row.full_name],
    ['mail', row.email],
    ['employeeType', row.state],
    ['employeeNumber', textOf(row.profile?.['employeeNumber'])],
    ['manager', row.manager_id === null ? null : nameOf(row.manager_id)],
    ['title', org['title']],
    ['departmentNumber', org['department']],
    ['ou', org['division']],
    ['businessCategory', org['cost_center']],
  ]
  return all.flatMap(([key, value]) => (value ? [[key, value] as [string, string]] : []))
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
