import type { Client } from 'pg'
import type { Config } from '../../config.ts'
import { counted } from '../../contract/text.ts'
import { isListed, portOf } from '../../outgoing/listed-hosts.ts'
import { fine, warned, type Check } from './check.ts'

const name = 'notices'

/** Checks that notices arrive. Nothing where there is no mail server, no chat, and nothing that could not be sent. */
export async function checkNotices(client: Client, config: Config): Promise<Check[]> {
  const { rows: chats } = await client.query<{ host: string }>(
    `select chat_host as host from notice_setting where chat_host is not null`,
  )
  const { rows: failing } = await client.query<{ error: string }>(
    `select error from notice where error is not null and (state = 'waiting' or state = 'failed' and last_at > now() - interval '1 day')
     order by last_at desc`,
  )
  const unlisted = chats.filter(({ host }) => {
    const url = new URL(`https://${host}`)
    return !isListed(config.webhookHosts, { host: url.hostname, port: portOf(url) })
  })
  const checks: Check[] = []
  if (unlisted.length > 0) {
    const hosts = [...new Set(unlisted.map(({ host }) => host))].join(',')
    const next = `Add to MUSTER_WEBHOOK_HOSTS of the server: ${hosts}`
    checks.push(warned(name, `${counted(unlisted.length, 'chat')} can’t be reached`, next))
  }
  if (failing.length > 0) {
    const message = `${counted(failing.length, 'notice')} could not be sent: ${failing[0]?.error}`
    checks.push(warned(name, message, 'See: muster notice list --state waiting,failed'))
  }
  if (checks.length > 0 || (config.smtp === null && chats.length === 0)) return checks
  const mail = config.smtp === null ? 'not sent by e-mail' : 'sent by e-mail'
  return [fine(name, `are ${mail}, and to ${counted(chats.length, 'chat')}`)]
}
