import { secretFlags } from '../command-line/secret-flags.ts'
import { noun, type Noun } from './noun.ts'
import { workspaceUser } from './workspace-nouns.ts'

export const webhook: Noun = noun({
  name: 'webhook',
  about: 'where events are sent',
  argument: 'an id or name',
  example: 'provisioning',
  list: '/workspace/webhooks',
  fields:
    'name, state, paused: paused_as, url, failures: delivery.failures, last: delivery.succeeded_at, id, error: delivery.error',
  naming: { names: ['name'], search: 'filter[name_search]', short: 'filter[name]' },
  warning: '{verb} {name} ({id}), which sends to {url}',
  verbs: {
    create: {
      about: 'send events to an address; its secret is shown once, with -o id on standard error',
      makesSecret: true,
      example:
        '--name provisioning --to https://hooks.acme.example/muster --event-type policy.user.create policy.user.end',
      note: `The host must be in MUSTER_WEBHOOK_HOSTS of the server. What is sent is what you may read with this token, as long as you may.`,
    },
    rotate: {
      about:
        'replace the secret; the former one is valid for a day, or as long as --keep-hours says',
      makesSecret: true,
    },
    test: {
      about: 'send a ping; its attempts show what came of it',
      done: 'A ping is sent to {named.0}.',
    },
    replay: {
      about: 'send past events again, from an instant or an event on',
      done: '{named.0} sends past events again.',
      example: 'provisioning --since 2026-11-20T09:30:00Z',
    },
  },
})

export const webhookAttempt: Noun = noun({
  name: 'webhook attempt',
  about: 'events at a webhook: accepted, waiting, or dead',
  argument: 'an id, wswat_…',
  example: 'wswat_01kaf7m2t4e8j9p3q5r7s9v1wx',
  ownedBy: () => webhook,
  list: '/workspace/webhooks/{webhook}/attempts',
  fields: 'last: timestamp.last_at, type, state, tries, status, subject, id, error',
  title: '{type}',
})

export const notice: Noun = noun({
  name: 'notice',
  about: 'what people were told of what waits for them',
  argument: 'an id, wsntc_…',
  example: 'wsntc_01kaf7m2t4e8j9p3q5r7s9v1wx',
  list: '/workspace/notices',
  fields:
    'created: timestamp.created_at, kind, channel, state, told, user: workspace_user_id, tries, id, error',
  named: ['workspace_user_id'],
  title: '{kind}',
})

export const noticeSetting: Noun = noun({
  name: 'notice setting',
  about: 'what people are told, and where',
  by: () => workspaceUser,
  list: '/workspace/notice-settings',
  fields:
    'person: name, email: by_email, address: email, chat: chat_type, host: chat_host, at once: at_once, digest: digest_hour, zone: time_zone, muted, id: workspace_user_id',
  title: '{name}',
  verbs: {
    update: {
      aliases: ['set'],
      about: 'change what a person is told, and where',
      without: ['chat_url'],
      extra: secretFlags('--chat-url <url>', 'the incoming webhook of the chat; none removes it'),
      amend: async (body, { chatUrl }) =>
        chatUrl === undefined ? body : { ...body, chat_url: chatUrl === 'none' ? null : chatUrl },
      example: 'ada@acme.example --digest-hour 7 --time-zone Europe/Berlin',
      note: `The host of a chat must be in MUSTER_WEBHOOK_HOSTS of the server. The notices of others can be turned off:
--by-email no --at-once no --digest-hour none --chat-type none`,
    },
    test: {
      about: 'send a test notice',
      done: 'A test is sent: muster notice list',
    },
  },
})
