import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { testServerUrl } from './template.ts'

/** A database as docs/operations.md sets one up: a role that owns the schema, and another that the server logs in as. */
export async function ownedDatabase() {
  const suffix = randomBytes(6).toString('hex')
  const [name, ownerRole, serverRole] = [`owned_${suffix}`, `owner_${suffix}`, `server_${suffix}`]
  const password = randomBytes(12).toString('hex')
  await administer(
    `create role ${ownerRole} login password '${password}'`,
    `create role ${serverRole} login password '${password}'`,
    `grant muster_server to ${ownerRole}, ${serverRole}`,
    `grant ${serverRole} to ${ownerRole}`,
    `create database ${name} owner ${ownerRole}`,
  )
  const urlOf = (role: string) => {
    const url = new URL(testServerUrl())
    url.username = role
    url.password = password
    url.pathname = `/${name}`
    return url.href
  }
  return {
    ownerRole,
    ownerUrl: urlOf(ownerRole),
    serverUrl: urlOf(serverRole),
    drop: () =>
      administer(
        `drop database ${name} with (force)`,
        `drop role ${serverRole}`,
        `drop role ${ownerRole}`,
      ),
  }
}

async function administer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: testServerUrl() })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
