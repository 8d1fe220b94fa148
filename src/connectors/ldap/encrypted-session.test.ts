import assert from 'node:assert/strict'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { ber, done, lastOfPage, operationOf } from '../../../test/directories/ldap-bytes.ts'
import { missingServer } from '../../../test/directories/running-server.ts'
import { makeCertificates } from '../../../test/directories/test-certificates.ts'
import { within } from '../../../test/within.ts'
import { LdapSession } from './ldap-session.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-ldap-'))
after(() => rm(folder, { recursive: true }))
const skip = missingServer('openssl', ['openssl'])
const { ca, key, cert } = skip === undefined ? await certificates() : {}

async function certificates() {
  const files = await makeCertificates(folder, '127.0.0.1')
  const [key, cert] = await Promise.all([readFile(files.key), readFile(files.certificate)])
  return { ca: files.ca, key, cert }
}

type Answers = { startTls?: Buffer; search?: Buffer }

/** Answers requests, and begins TLS where it is requested. `startTls` is sent right after the answer to that. */
function answerOn(socket: Socket, answers: Answers): void {
  socket.on('error', () => undefined)
  socket.on('data', (message: Buffer) => {
    const { id, tag } = operationOf(message)
    const answer = (operation: Buffer) => ber(0x30, id, operation)
    if (tag === 0x60) socket.write(answer(ber(0x61, ...done)))
    if (tag === 0x63) socket.write(answers.search ?? answer(lastOfPage('')))
    if (tag !== 0x77) return
    socket.removeAllListeners('data')
    const { startTls = Buffer.alloc(0) } = answers
    socket.write(Buffer.concat([answer(ber(0x78, ...done)), startTls]))
    answerOn(new TLSSocket(socket, { isServer: true, key, cert }), answers)
  })
}

/** A server in each of the ways to connect: the settings that lead to it, and the sockets that it accepted. */
async function serverOf(way: 'ldap' | 'start_tls' | 'ldaps', answers: Answers = {}) {
  const sockets: Socket[] = []
  const accept = (socket: Socket) => answerOn(socket, answers)
  const server: Server =
    way === 'ldaps' ? createTlsServer({ key, cert }, accept) : createServer(accept)
  server.on('connection', (socket) => sockets.push(socket))
  server.listen(0, '0.0.0.0')
  await once(server, 'listening')
  after(() => server.close())
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  const settingsAt = (host: string) => ({
    settings: {
      url: `${way === 'ldaps' ? 'ldaps' : 'ldap'}://${host}:${port}`,
      start_tls: way === 'start_tls',
      ...(ca !== undefined && { ca }),
    },
    password: null,
    hosts: [{ host, port }],
  })
  return { settingsAt, sockets }
}

type Lookup = (error: Error) => void

const ways = ['ldap', 'start_tls', 'ldaps'] as const
const search = { base: 'dc=test', filter: '(objectClass=*)', attributes: ['cn'], pageSize: 2 }
const pagesOf = (session: LdapSession) => Array.fromAsync(session.pages(search))

test(
  'a connection that is refused is closed at once, and each later request says why',
  { skip },
  async () => {
    for (const way of ways) {
      const { settingsAt, sockets } = await serverOf(way, { search: Buffer.from('HTTP/1.1 400') })
      await within(5000, async () => {
        const session = await LdapSession.open(settingsAt('127.0.0.1'))
        const [socket] = sockets.splice(0)
        assert.ok(socket)
        const closed = socket.destroyed ? undefined : once(socket, 'close')
        await assert.rejects(pagesOf(session), /something that is not an LDAP message/, way)
        await assert.rejects(pagesOf(session), /something that is not an LDAP message/, way)
        await closed
        await session.close()
      })
    }
  },
)

test(
  'what a server sends before the encryption is no part of what it sends after it',
  { skip },
  async () => {
    const begun = ber(0x30, Buffer.alloc(100)).subarray(0, 50)
    const { settingsAt } = await serverOf('start_tls', { startTls: begun })
    const session = await LdapSession.open(settingsAt('127.0.0.1'))
    assert.deepEqual(await pagesOf(session), [[]])
    await session.close()
  },
)

test('a name is looked up once, however the connection is encrypted', { skip }, async () => {
  // The second answer of a resolver may be another one, which nothing has checked.
  const servers = await Promise.all(ways.map((way) => serverOf(way)))
  const lookup = mock.method(dns, 'lookup', (name: string, _options: unknown, done: Lookup) =>
    done(new Error(`${name} was looked up again`)),
  )
  try {
    for (const { settingsAt } of servers) {
      const session = await LdapSession.open(settingsAt('localhost'))
      assert.deepEqual(await pagesOf(session), [[]])
      await session.close()
    }
    assert.equal(lookup.mock.callCount(), 0)
  } finally {
    lookup.mock.restore()
  }
})

test('the certificate is that of the name or the address in the settings', { skip }, async () => {
  for (const way of ['start_tls', 'ldaps'] as const) {
    const { settingsAt } = await serverOf(way)
    for (const host of ['localhost', '127.0.0.1'])
      await LdapSession.open(settingsAt(host)).then((session) => session.close())
    await assert.rejects(LdapSession.open(settingsAt('127.0.0.2')), /altnames/, way)
  }
})
