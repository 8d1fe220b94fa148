import { useEffect, useRef } from 'react'

/** A key or a sequence of keys, such as `?` or `g p`; `mod+k` is ⌘K on a Mac and Ctrl-K elsewhere. */
export type Shortcut = { keys: string; label: string; run: () => void }

const registered: { current: readonly Shortcut[] }[] = []

/** The shortcuts that work now. Of two with the same keys the later one counts. */
export function activeShortcuts(): Shortcut[] {
  const byKeys = new Map(
    registered.flatMap(({ current }) => current.map((each) => [each.keys, each] as const)),
  )
  return [...byKeys.values()]
}

/**
 * Makes shortcuts work while the component is shown. Those `beneath` others count less than the same keys of a page, even
 * if the page is shown first.
 */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  { beneath = false }: { beneath?: boolean } = {},
): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (beneath) registered.unshift(latest)
    else registered.push(latest)
    return () => {
      registered.splice(registered.indexOf(latest), 1)
    }
  }, [beneath])
}

const sequenceMilliseconds = 900
let pending = ''
let pendingAt = 0

/** Runs the shortcut that a key completes. Keys that are typed into something stay there. */
export function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || belongsElsewhere(event)) return
  const key = nameOf(event)
  const started = event.timeStamp - pendingAt < sequenceMilliseconds ? pending : ''
  const sequence = started === '' ? key : `${started} ${key}`
  const active = activeShortcuts()
  const found =
    active.find(({ keys }) => keys === sequence) ?? active.find(({ keys }) => keys === key)
  const begins = active.some(({ keys }) => keys.startsWith(`${key} `))
  pending = found === undefined && begins ? key : ''
  pendingAt = event.timeStamp
  if (found === undefined) return
  event.preventDefault()
  found.run()
}

function nameOf({ key, metaKey, ctrlKey, altKey }: KeyboardEvent): string {
  const name = key.length === 1 ? key.toLowerCase() : key
  if (altKey) return `alt+${name}`
  return metaKey || ctrlKey ? `mod+${name}` : name
}

/** What is typed into a field, a menu or a dialog is for that; only keys with ⌘ or Ctrl go past it. */
function belongsElsewhere({ target, metaKey, ctrlKey, key }: KeyboardEvent): boolean {
  if (metaKey || ctrlKey || !(target instanceof HTMLElement)) return false
  if (target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null) return true
  const isField = target.isContentEditable || target.matches('input, textarea, select')
  if (isField) return true
  return key === 'Enter' && target.matches('a, button, summary')
}

const isMac = navigator.userAgent.includes('Mac OS')
const names: Readonly<Record<string, string>> = { Escape: 'Esc', ArrowUp: '↑', ArrowDown: '↓' }

/** A key as it is printed on keyboards. */
export function shownKey(key: string): string {
  if (key.startsWith('mod+')) return `${isMac ? '⌘' : 'Ctrl '}${key.slice(4).toUpperCase()}`
  return names[key] ?? key
}
