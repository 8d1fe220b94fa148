import { LdapSession } from '../../src/connectors/ldap/ldap-session.ts'

// node test/directories/read-pages.ts url: signs in, reads a subtree, and prints what came of it.

const [url = ''] = process.argv.slice(2)
const { hostname, port } = new URL(url)

async function readPages(): Promise<string> {
  const session = await LdapSession.open({
    settings: { url, ...(url.startsWith('ldap:') && { start_tls: process.argv[3] === 'tls' }) },
    password: null,
    hosts: [{ host: hostname, port: Number(port) }],
  })
  try {
    const search = { base: 'dc=test', filter: '(objectClass=*)', attributes: ['cn'], pageSize: 2 }
    const pages = await Array.fromAsync(session.pages(search))
    return `${pages.flat().length} entries`
  } finally {
    await session.close()
  }
}

console.log(await readPages().catch((error: Error) => `${error.name}: ${error.message}`))
