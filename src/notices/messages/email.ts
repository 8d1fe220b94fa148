import { type Part } from '../lines/line-words.ts'
import { inertName } from './inert-name.ts'
import { endOf, footerOf, type NoticeMessage } from './message.ts'

/** The text and the HTML of an e-mail. */
export function emailOf(message: NoticeMessage): { subject: string; text: string; html: string } {
  const { title, lines } = message
  const numbered = lines.map(
    (line, at) => `${at + 1}. ${plain(line.parts)}\n   ${endOf(message, line)}`,
  )
  const items = lines.map((line) => {
    const end = escaped(endOf(message, line))
    const shown = message.hasConsole ? `<a href="${end}">Open</a>` : `<code>${end}</code>`
    return `<li>${escaped(plain(line.parts))} ${shown}</li>`
  })
  return {
    subject: `Muster: ${title}`,
    text: [title, ...numbered, footerOf(message)].join('\n\n'),
    html: `<p>${escaped(title)}</p>\n<ol>\n${items.join('\n')}\n</ol>\n<p>${escaped(footerOf(message))}</p>\n`,
  }
}

function plain(parts: readonly Part[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : inertName(part.name))).join('')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
