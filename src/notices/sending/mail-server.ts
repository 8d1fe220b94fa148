import { createTransport } from 'nodemailer'
import { isRecord } from '../../contract/json.ts'
import { mailbox } from '../../contract/mailbox.ts'
import type { Services } from '../../http/route/services.ts'
import { errorCode } from '../../database/failure.ts'
import { isLoopbackName } from '../../outgoing/allowed-address.ts'
import { hostOf } from '../../outgoing/listed-hosts.ts'
import type { Outcome } from './outcome.ts'

/** One e-mail. `id` is the same each time it is tried. */
export type Email = { id: string; to: string; subject: string; text: string; html: string }

export type MailServer = { send(email: Email): Promise<Outcome>; close(): void }

const connections = 2
const waitMilliseconds = 10_000

/** Connects when something is sent. Without TLS nothing is sent, but to the own machine. */
export function openMailServer({ url, from }: NonNullable<Services['smtp']>): MailServer {
  const address = new URL(url)
  const { protocol, port, username, password } = address
  const host = hostOf(address)
  const isImplicit = protocol === 'smtps:'
  const transport = createTransport({
    host,
    port: Number(port || (isImplicit ? 465 : 587)),
    secure: isImplicit,
    requireTLS: !isImplicit && !isLoopbackName(host),
    tls: { minVersion: 'TLSv1.2' },
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    pool: true,
    maxConnections: connections,
    connectionTimeout: waitMilliseconds,
    greetingTimeout: waitMilliseconds,
    socketTimeout: 2 * waitMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html }) {
      const address = mailbox(to)
      if (address === null) return failed('The person’s address is not one', true)
      return transport
        .sendMail({
          from,
          // As an object it is one address, whatever it contains.
          to: { name: '', address },
          messageId: id,
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        .then(() => ({ isDelivered: true }) as const, explained)
    },
    close: () => transport.close(),
  }
}

/** Nothing that the server said is kept: it may repeat the address. */
function explained(error: unknown): Outcome {
  const code = errorCode(error) ?? 'unknown'
  const responseCode = isRecord(error) ? error['responseCode'] : undefined
  const isRefused = code === 'EENVELOPE' || code === 'EMESSAGE'
  if (isRefused && typeof responseCode === 'number')
    return failed(`The mail server refused it (${responseCode})`, responseCode >= 500)
  return { ...failed(downText(code), false), isDown: true }
}

function downText(code: string): string {
  if (code === 'EAUTH') return 'The mail server refused user or password'
  if (code === 'ETLS') return 'The mail server offers no TLS'
  return `The mail server can’t be reached (${code})`.slice(0, 300)
}

function failed(error: string, isLasting: boolean): Outcome & { isDelivered: false } {
  return { isDelivered: false, error, isLasting, waitMilliseconds: 0 }
}
