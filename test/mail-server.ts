import { after } from 'node:test'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** An e-mail that a server got. */
export type ReceivedEmail = {
  to: string[]
  from: string
  headers: string
  subject: string
  id: string
  text: string
  html: string
}

export type TestMailServer = {
  url: string
  port: number
  /** What it accepted, in the order of arrival. */
  accepted: ReceivedEmail[]
  /** Everything that came, also what it did not accept. */
  received: ReceivedEmail[]
  /** What it answers to an e-mail: 250, or a refusal. It may take its time. */
  behave: (email: ReceivedEmail) => number | Promise<number>
  close(): Promise<void>
}

/** A mail server on loopback, which takes a user and a password. */
export async function startMailServer(port = 0): Promise<TestMailServer> {
  const mail: TestMailServer = {
    url: '',
    port: 0,
    accepted: [],
    received: [],
    behave: () => 250,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = new SMTPServer({
    hideSTARTTLS: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'muster' && password === 'pass@word'
        ? done(null, { user: username })
        : done(new Error('wrong')),
    onData: (stream, { envelope }, reply) => {
      void take(mail, stream, envelope).then(
        (responseCode) =>
          reply(responseCode === 250 ? null : Object.assign(new Error('no'), { responseCode })),
        reply,
      )
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  const address = server.server.address()
  mail.port = typeof address === 'object' && address !== null ? address.port : 0
  mail.url = `smtp://muster:pass%40word@127.0.0.1:${mail.port}`
  after(() => void mail.close())
  return mail
}

/** @returns what it answers */
async function take(
  mail: TestMailServer,
  stream: AsyncIterable<Buffer>,
  { mailFrom, rcptTo }: SMTPServerSession['envelope'],
): Promise<number> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk))
  const from = mailFrom === false ? '' : mailFrom.address
  const to = rcptTo.map(({ address }) => address)
  const email = { from, to, ...parsed(Buffer.concat(chunks).toString('latin1')) }
  mail.received.push(email)
  const answer = await mail.behave(email)
  if (answer === 250) mail.accepted.push(email)
  return answer
}

function parsed(raw: string): Omit<ReceivedEmail, 'to' | 'from'> {
  const [headers = ''] = raw.split('\r\n\r\n', 1)
  const [, boundary = ''] = /boundary="([^"]+)"/.exec(headers) ?? []
  const parts = raw.split(`--${boundary}`).slice(1).map(decoded)
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\r\n[ \t].*)*)`, 'im').exec(headers)?.[1]?.replaceAll('\r\n', '') ??
    ''
  return {
    headers,
    subject: header('Subject'),
    id: header('Message-ID'),
    text: parts[0] ?? '',
    html: parts[1] ?? '',
  }
}

function decoded(part: string): string {
  const [headers = '', ...body] = part.trimStart().split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(headers)) return Buffer.from(text, 'base64').toString('utf8')
  const bytes = /quoted-printable/i.test(headers)
    ? text
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number(`0x${hex}`)))
    : text
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
