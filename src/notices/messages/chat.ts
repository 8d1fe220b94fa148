import type { ChatType } from '../../contract/states.ts'
import type { Line, Part } from '../lines/line-words.ts'
import { inertName } from './inert-name.ts'
import { endOf, footerOf, type NoticeMessage } from './message.ts'

/** The body that an incoming webhook of a chat takes. */
export function chatBodyOf(type: ChatType, message: NoticeMessage): object {
  return forms[type](message)
}

const forms: Record<ChatType, (message: NoticeMessage) => object> = {
  slack: slackBody,
  teams: teamsBody,
  mattermost: mattermostBody,
}

/** `verbatim`: nothing in it becomes a link or a channel but what is written as one. */
const section = (text: string) => ({
  type: 'section',
  text: { type: 'mrkdwn', text, verbatim: true },
})

function slackBody(message: NoticeMessage): object {
  const lines = message.lines.map((line) => {
    const end = slackText(endOf(message, line))
    return section(
      `${written(line, slackText)}\n${message.hasConsole ? `<${end}|Open>` : `\`${end}\``}`,
    )
  })
  const title = slackText(message.title)
  return {
    text: title,
    blocks: [section(`*${title}*`), ...lines, section(slackText(footerOf(message)))],
    unfurl_links: false,
  }
}

function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const runs = (...inlines: object[]) => ({ type: 'RichTextBlock', inlines })
const run = (text: string, more: object = {}) => ({ type: 'TextRun', text, ...more })

/** An adaptive card. Markdown is read in text blocks, and in text runs it is not; nobody is mentioned without an entity. */
function teamsBody(message: NoticeMessage): object {
  const lines = message.lines.map((line) => {
    const end = endOf(message, line)
    const open = message.hasConsole
      ? run('Open', { selectAction: { type: 'Action.OpenUrl', url: end } })
      : run(end, { fontType: 'Monospace' })
    return runs(run(`${written(line, (text) => text)} `), open)
  })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      runs(run(message.title, { weight: 'Bolder' })),
      ...lines,
      runs(run(footerOf(message), { size: 'Small', isSubtle: true })),
    ],
  }
  const contentType = 'application/vnd.microsoft.card.adaptive'
  return { type: 'message', attachments: [{ contentType, contentUrl: null, content }] }
}

function mattermostBody(message: NoticeMessage): object {
  const lines = message.lines.map((line) => {
    const end = endOf(message, line)
    return `- ${written(line, markdownText)} ${message.hasConsole ? `[Open](<${end}>)` : `\`${end}\``}`
  })
  const title = markdownText(message.title)
  return { text: [`**${title}**`, lines.join('\n'), markdownText(footerOf(message))].join('\n\n') }
}

function markdownText(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+\-!|<>~]/g, String.raw`\$&`)
}

function written({ parts }: Line, escape: (text: string) => string): string {
  const write = (part: Part) => escape(typeof part === 'string' ? part : inertName(part.name))
  return parts.map(write).join('')
}
