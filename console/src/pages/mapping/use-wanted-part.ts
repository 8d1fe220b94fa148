import { useEffect, useRef, type RefObject } from 'react'
import { useUrlState } from '../../app/url-state.ts'

/** Shows the part of the mapping that the address names, with the focus on its first control. */
export function useWantedPart(): RefObject<HTMLDivElement | null> {
  const form = useRef<HTMLDivElement>(null)
  const [{ field }] = useUrlState()
  useEffect(() => {
    if (field === undefined) return
    const part = form.current?.querySelector(`[data-path="${CSS.escape(field)}"]`)
    part?.scrollIntoView({ block: 'center' })
    part
      ?.querySelector<HTMLElement>('summary, select, input, button')
      ?.focus({ focusVisible: true })
  }, [field])
  return form
}
