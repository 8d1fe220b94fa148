import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import {
  ber,
  done,
  entry,
  lastOfPage,
  operationOf,
  text,
} from '../../../test/directories/ldap-bytes.ts'

const readPages = fileURLToPath(new URL('../../../test/directories/read-pages.ts', import.meta.url))

/** The tag of a request, by the part of a reading that is attacked. */
const requests = { tls: 0x77, bind: 0x60, search: 0x63 }

type Attack = {
  on: keyof typeof requests
  answer: (id: Buffer) => readonly Buffer[]
  reported?: RegExp
}

/**
 * What a reading says of a server that attacks it. The reading is a process of its own with little memory, which is ended when
 * it takes too long.
 */
async function attackedBy({ on, answer }: Attack): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (message: Buffer) => {
      const { id, tag } = operationOf(message)
      if (tag === requests[on]) for (const bytes of answer(id)) socket.write(bytes)
      else if (tag === requests.bind) socket.write(ber(0x30, id, ber(0x61, ...done)))
      else if (tag === requests.search) socket.write(ber(0x30, id, ber(0x65, ...done)))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as AddressInfo
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--max-old-space-size=400', readPages, `ldap://127.0.0.1:${port}`, on],
      { timeout: 90_000, killSignal: 'SIGKILL' },
    )
    return stdout.trim()
  } finally {
    server.close()
  }
}

const overstated = (tag: number) => Buffer.from([tag, 0x7f])
const backwards = (bytes: number) => Buffer.from([0x04, 0x84, 0xff, 0xff, 0xff, 0x100 - bytes])
const message = (id: Buffer, ...parts: Buffer[]) => [ber(0x30, id, ...parts)]
/** A message whose outer length ends at the header of the operation, whatever that claims. */
const cutAt = (header: Buffer, id: Buffer = Buffer.from([2, 1, 1])) => [ber(0x30, id, header)]
const control = (type: string, value: Buffer) => ber(0xa0, ber(0x30, text(type), ber(0x04, value)))

const attacks: Record<string, Attack> = {
  'a reference longer than its message, before TLS': {
    on: 'tls',
    answer: (id) => cutAt(overstated(0x73), id),
  },
  'an entry longer than its message': { on: 'search', answer: (id) => cutAt(overstated(0x64), id) },
  'a list of attributes longer than its entry': {
    on: 'search',
    answer: (id) => message(id, ber(0x64, text('cn=a'), overstated(0x30))),
  },
  'values longer than their attribute': {
    on: 'search',
    answer: (id) =>
      message(id, ber(0x64, text('cn=a'), ber(0x30, ber(0x30, text('cn'), overstated(0x31))))),
  },
  'a text in place of attributes': {
    on: 'search',
    answer: (id) => message(id, ber(0x64, text('cn=a'), ber(0x04, overstated(0x30)))),
  },
  'a result of a sign-in that never ends': {
    on: 'bind',
    answer: (id) => message(id, ber(0x61, ...done, overstated(0x87))),
    reported: /^0 entries$/,
  },
  'controls longer than their message': {
    on: 'search',
    answer: (id) => message(id, ber(0x65, ...done), overstated(0xa0)),
  },
  'a length below zero': { on: 'search', answer: (id) => message(id, ber(0x73, backwards(6))) },
  'a control that nobody asked for, with a length below zero': {
    on: 'search',
    answer: (id) =>
      message(
        id,
        ber(0x65, ...done),
        control(
          '1.2.840.113556.1.4.473',
          Buffer.concat([Buffer.from([0x30, 0x0a, 0x30, 8]), backwards(8)]),
        ),
      ),
    reported: /^0 entries$/,
  },
  'a length without an end': {
    on: 'search',
    answer: () => [Buffer.from([0x30, 0x80, 2, 1, 1, 0x73, 0])],
  },
  'thousands of messages at once, before TLS': {
    on: 'tls',
    answer: (id) => [
      Buffer.concat(Array.from({ length: 9000 }, () => cutAt(Buffer.from([0x73, 0]))).flat()),
      ...message(id, ber(0x78, ber(0x0a, Buffer.from([2])), text(''), text('not now'))),
    ],
    reported: /^ImportRefused: StartTLS .* did not understand the request.* \(not now/,
  },
  'a message of two gigabytes': {
    on: 'search',
    answer: (id) => [Buffer.from([0x30, 0x84, 0x7f, 0, 0, 0]), id, Buffer.alloc(2 ** 20)],
  },
  'millions of empty values': {
    on: 'search',
    answer: (id) =>
      message(
        id,
        ber(
          0x64,
          text('cn=a'),
          ber(0x30, ber(0x30, text('cn'), ber(0x31, Buffer.alloc(60 * 2 ** 20, text(''))))),
        ),
      ),
  },
  'entries without an end in one page': {
    on: 'search',
    answer: (id) => {
      const many = Buffer.concat(Array.from({ length: 10_000 }, () => ber(0x30, id, entry('cn=a'))))
      return [...Array.from({ length: 20 }, () => many), ...message(id, lastOfPage(''))]
    },
  },
}

for (const [name, attack] of Object.entries(attacks))
  test(`a server that sends ${name} ends at most the reading`, async () => {
    const { reported = /^ImportRefused: .*The server sent / } = attack
    assert.match(await attackedBy(attack), reported)
  })
