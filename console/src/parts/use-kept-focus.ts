import { useEffect, type RefObject } from 'react'

/** An element has the focus when what had it inside has gone, such as the button of a change that was made. */
export function useKeptFocus(container: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current: element } = container
    if (element === null) return undefined
    let focused: EventTarget | null = null
    const notice = ({ target }: FocusEvent) => {
      focused = target
    }
    const observer = new MutationObserver(() => {
      const isGone = focused instanceof Element && !focused.isConnected
      if (isGone && document.activeElement === document.body) element.focus({ preventScroll: true })
    })
    element.addEventListener('focusin', notice)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', notice)
      observer.disconnect()
    }
  }, [container])
}
