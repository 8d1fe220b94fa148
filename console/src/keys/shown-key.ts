const isMac = navigator.userAgent.includes('Mac OS')
const names: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

/** A key as it is printed on keyboards. */
export function shownKey(key: string): string {
  if (key.startsWith('mod+')) return `${isMac ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`
  return names[key] ?? key
}
