import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { after, test } from 'node:test'
import { LdapSession } from './ldap-session.ts'
import {
  ber,
  done,
  entry,
  lastOfPage,
  operationOf,
  text,
} from '../../../test/directories/ldap-bytes.ts'
import { within } from '../../../test/within.ts'

/** A server whose searches have these pages, each with the entries and the cookie of the next. */
async function serverOf(pages: readonly { entries: readonly string[]; cookie: string }[]) {
  let asked = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (message: Buffer) => {
      const { id, tag } = operationOf(message)
      const answer = (operation: Buffer) => socket.write(ber(0x30, id, operation))
      if (tag === 0x60) answer(ber(0x61, ...done))
      if (tag !== 0x63) return
      const page = pages[asked++]
      for (const dn of page?.entries ?? []) answer(entry(dn))
      answer(lastOfPage(page?.cookie ?? ''))
    })
  })
  return LdapSession.open(targetOf(await listening(server)))
}

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  return port
}

const targetOf = (port: number, scheme = 'ldap') => ({
  settings: { url: `${scheme}://127.0.0.1:${port}` },
  password: null,
  hosts: [{ host: '127.0.0.1', port }],
})

const search = { base: 'dc=test', filter: '(objectClass=*)', attributes: ['cn'], pageSize: 2 }

test('a page without entries does not end a search that the server continues', async () => {
  const session = await serverOf([
    { entries: ['cn=a', 'cn=b'], cookie: '1' },
    { entries: [], cookie: '2' },
    { entries: ['cn=c'], cookie: '' },
  ])
  const pages = await Array.fromAsync(session.pages(search))
  assert.deepEqual(
    pages.map((page) => page.map(({ dn }) => dn)),
    [['cn=a', 'cn=b'], [], ['cn=c']],
  )
  await session.close()
})

test('a server that never answers is left at once when the process ends', async () => {
  const sockets = new Set<{ destroy(): void }>()
  const port = await listening(createServer((socket) => sockets.add(socket)))
  after(() => sockets.forEach((socket) => socket.destroy()))
  for (const scheme of ['ldap', 'ldaps'])
    await within(2000, async () => {
      const ending = new AbortController()
      const opening = LdapSession.open({ ...targetOf(port, scheme), signal: ending.signal })
      setTimeout(() => ending.abort(new Error('the process ends')), 50)
      await assert.rejects(opening, /the process ends/)
    })
})

test('a name that leads to this machine or to link-local addresses is not connected', async () => {
  const port = await listening(createServer((socket) => socket.destroy()))
  // Names to a resolver, addresses to nobody else.
  for (const [host, address] of [
    ['127.1', '127.0.0.1'],
    ['0xa9fea9fe', '169.254.169.254'],
  ] as const)
    for (const scheme of ['ldap', 'ldaps'])
      await assert.rejects(
        LdapSession.open({
          ...targetOf(port),
          settings: { url: `${scheme}://${host}:${port}` },
          hosts: [{ host, port }],
        }),
        new RegExp(`${host} is at ${address.replaceAll('.', '\\.')}, where no source can be`),
      )
})

test('a password that the server repeats is not shown', async () => {
  const refused = [ber(0x0a, Buffer.from([49])), text(''), text('no such password: hunter2-"x"')]
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (message: Buffer) => {
      const { id, tag } = operationOf(message)
      if (tag === 0x60) socket.write(ber(0x30, id, ber(0x61, ...refused)))
    })
  })
  const target = targetOf(await listening(server))
  const settings = { ...target.settings, bind_dn: 'cn=reader' }
  await assert.rejects(
    LdapSession.open({ ...target, settings, password: 'hunter2-"x"' }),
    (error: Error) => /no such password: …/.test(error.message) && !/hunter2/.test(error.message),
  )
})
