import { loadRights } from '../../access/act-on.ts'
import { may, type Rights } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import type { NoticeLineKind } from '../../contract/states.ts'
import { bookkeeping } from '../../database/bookkeeping.ts'
import { SecretKeyMissing } from '../../database/secrets/secret-key.ts'
import { backoff, retries } from '../../events/sending/backoff.ts'
import { openReceiver } from '../../events/sending/post-message.ts'
import { workOff } from '../../events/sending/work-off.ts'
import type { Viewer } from '../../http/route/route.ts'
import type { WorkLease } from '../../jobs/work-lease.ts'
import { findWaiting, type Waiting } from '../lines/find-lines.ts'
import { countsOf, linesOf, type Line } from '../lines/line-words.ts'
import { chatBodyOf } from '../messages/chat.ts'
import { emailOf } from '../messages/email.ts'
import type { NoticeMessage } from '../messages/message.ts'
import { channelsOf } from '../settings/channels.ts'
import { readChatAddress } from '../settings/chat-address.ts'
import type { NoticeSettingRow } from '../settings/queries.ts'
import { openMailServer, type MailServer } from './mail-server.ts'
import type { NoticeTools } from './tools.ts'
import type { Outcome } from './outcome.ts'
import { deleteNotice, selectDue, selectTellable, updateTried, type DueNotice } from './queries.ts'

const atATime = { email: 2, chat: 4 }
const perRound = 50

/** Sends what is due by e-mail and to chats, beside each other. @returns whether there may be more */
export async function sendNotices(tools: NoticeTools, lease: WorkLease): Promise<boolean> {
  const mail = tools.smtp === null ? undefined : openMailServer(tools.smtp)
  const stop = () => mail?.close()
  lease.signal.addEventListener('abort', stop, { once: true })
  try {
    const counts = await Promise.all(
      (['email', 'chat'] as const).map((channel) => sendOf(channel, { ...tools, lease, mail })),
    )
    return counts.some((count) => count === perRound)
  } finally {
    lease.signal.removeEventListener('abort', stop)
    mail?.close()
  }
}

type Sending = NoticeTools & { lease: WorkLease; mail: MailServer | undefined }

/** @returns how many were due. After one that says that nothing can be sent now no other is tried */
async function sendOf(channel: DueNotice['channel'], sending: Sending): Promise<number> {
  const due = await selectDue(sending.database.read, channel, perRound)
  let isDown = false
  await workOff(due, atATime[channel], async (notice) => {
    if (sending.lease.signal.aborted || isDown) return
    // Others may have found it down meanwhile.
    if (await sendOne(sending, notice)) isDown = true
  })
  return isDown ? 0 : due.length
}

/** @returns whether nothing can be sent now */
async function sendOne(sending: Sending, notice: DueNotice): Promise<boolean> {
  const { database, lease } = sending
  const prepared = await prepare(sending, notice)
  const outcome = prepared && (await deliver(sending, notice, prepared))
  // What the end of the process cut short is as if it had not been tried.
  if (lease.signal.aborted && outcome?.isDelivered !== true) return false
  await bookkeeping(database, async (tx) => {
    await lease.requireHeld(tx)
    if (prepared === undefined || outcome === undefined) return deleteNotice(tx, notice.id)
    const asked = outcome.isDelivered ? 0 : outcome.waitMilliseconds
    await updateTried(tx, notice.id, {
      state: stateAfter(outcome, notice),
      told: prepared.told,
      outcome,
      waitMilliseconds: Math.max(backoff(notice.tries + 1, retries), asked),
    })
  })
  return outcome?.isDelivered === false && outcome.isDown === true
}

/** It is tried for a day; a test once. */
function stateAfter(outcome: Outcome, { kind, is_old }: DueNotice): 'waiting' | 'sent' | 'failed' {
  if (outcome.isDelivered) return 'sent'
  return outcome.isLasting || is_old || kind === 'test' ? 'failed' : 'waiting'
}

type Prepared = { person: NoticeSettingRow; told: NoticeLineKind[]; message: NoticeMessage }

/** What a notice says now. Undefined if there is nothing to say, or the person is not to be told there any more. */
async function prepare(sending: Sending, notice: DueNotice): Promise<Prepared | undefined> {
  const { database, smtp } = sending
  const now = database.now()
  const { workspace_user_id: id, kind, channel } = notice
  const person = await selectTellable(database.read, now, { hasMail: smtp !== null })
    .where('u.id', '=', id)
    .executeTakeFirst()
  const rights = (await loadRights(database.read, [id])).get(id)
  if (person === undefined || rights === undefined) return undefined
  if (!channelsOf(person, sending).includes(channel)) return undefined
  if (kind === 'test') return { person, told: [], message: messageOf(sending, testNotice) }
  const found = await findWaiting(viewerOf(sending, id, rights), wantedOf(notice, person))
  if (found.length === 0) return undefined
  const message = messageOf(sending, {
    title: titleOf(kind, found),
    lines: linesOf(found),
    ...why[kind],
  })
  return { person, told: found.map((each) => each.kind), message }
}

function wantedOf({ kind, record_ids: ids }: DueNotice, { muted }: NoticeSettingRow) {
  if (kind !== 'at_once') return { muted }
  return { muted, only: { kinds: ['incidents', 'failing_sources'] as const, ids } }
}

function viewerOf({ database, storedChanges }: NoticeTools, id: string, rights: Rights): Viewer {
  const caller = { type: 'user', id, ...rights } as const
  return {
    db: database.read,
    now: database.now(),
    caller,
    may: (permission, on) => may(caller, permission, on),
    services: { storedChanges },
  }
}

const why = {
  digest: { reason: 'You get this on days when something is waiting for you.' },
  at_once: { reason: 'You get this because it can’t wait for the digest.' },
}

const testNotice = {
  title: 'test message',
  lines: [
    {
      parts: ['Notices arrive here. Each line links to the place where you can deal with it.'],
      path: '/',
      command: 'muster notice list',
    },
  ],
  reason: 'You asked for it.',
}

function titleOf(kind: 'digest' | 'at_once', found: readonly Waiting[]): string {
  const counts = countsOf(found)
  return kind === 'digest' ? `${counts} waiting for you` : `new: ${counts}`
}

function messageOf(
  { publicOrigin, hasConsole }: NoticeTools,
  said: { title: string; lines: readonly Line[]; reason: string },
): NoticeMessage {
  return { ...said, origin: publicOrigin, hasConsole }
}

async function deliver(
  sending: Sending,
  { id, channel }: DueNotice,
  { person, message }: Prepared,
): Promise<Outcome> {
  const notice = encodeId('notice', id)
  if (channel === 'chat') return deliverToChat(sending, notice, { person, message })
  const { mail, publicOrigin } = sending
  if (mail === undefined) throw new Error('an e-mail was prepared without a mail server')
  const messageId = `<${notice}@${new URL(publicOrigin).hostname}>`
  return mail.send({ id: messageId, to: person.email ?? '', ...emailOf(message) })
}

const unsendable: Outcome = {
  isDelivered: false,
  error: 'The address can’t be decrypted: this server has another MUSTER_SECRET_KEY or key file',
  isLasting: false,
  waitMilliseconds: 0,
}

async function deliverToChat(
  { database, secretKeys, webhookHosts, lease }: Sending,
  notice: string,
  { person, message }: Pick<Prepared, 'person' | 'message'>,
): Promise<Outcome> {
  const url = await readChatAddress(database.read, secretKeys, person.id).catch(
    (error: unknown) => {
      if (!(error instanceof SecretKeyMissing)) throw error
    },
  )
  if (url === undefined || person.chat_type === null) return unsendable
  const receiver = openReceiver(new URL(url), webhookHosts)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'muster-notice': notice }
  const body = JSON.stringify(chatBodyOf(person.chat_type, message))
  try {
    const posted = await receiver.post({ headers, body }, lease.signal)
    if (posted.isDelivered) return { isDelivered: true }
    const isLasting = posted.status === 404 || posted.status === 410
    return { ...posted, isLasting, waitMilliseconds: posted.retryAfterMilliseconds ?? 0 }
  } finally {
    receiver.close()
  }
}
