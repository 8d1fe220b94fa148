import type { Line } from '../lines/line-words.ts'

/** What a person is told, before it has the form of an e-mail or of a chat. */
export type NoticeMessage = {
  /** Has no names. */
  title: string
  lines: readonly Line[]
  /** Where Muster is, with its path, and whether it has a console there. */
  origin: string
  hasConsole: boolean
  /** Why it came. */
  reason: string
}

/** Where a line is ended: an address, or a command where there is no console. */
export function endOf({ origin, hasConsole }: NoticeMessage, { path, command }: Line): string {
  return hasConsole ? `${origin}${path}` : command
}

/** The last line: why it came, and where that is changed. */
export function footerOf(message: NoticeMessage): string {
  const place = { parts: [], path: '/settings/notices', command: 'muster notice setting update' }
  return `${message.reason} To change that: ${endOf(message, place)}`
}
