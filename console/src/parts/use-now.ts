import { useSyncExternalStore } from 'react'

let now = new Date()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // While nothing showed a time, nothing renewed it.
  if (timer === undefined) now = new Date()
  timer ??= setInterval(() => {
    now = new Date()
    for (const each of listeners) each()
  }, 30_000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The present, renewed every half minute for everything that shows a relative time. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now)
}
