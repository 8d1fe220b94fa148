import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { ApiList } from '../api/use-list.ts'

const linesAhead = 30

/**
 * Which lines of a long list are in view of its scroller, so that only those are in the page. Heights and the width are in px.
 * The next page of the list is read before the last line comes into view.
 */
export function useLinesInView(
  { hasMore, loadMore, error }: ApiList<unknown>,
  count: number,
  heightOf: (index: number, width: number) => number,
) {
  const { ref: sizeRef, width } = useElementSize()
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(index, width),
    overscan: 16,
  })
  // The heights are kept, and may be others at another width.
  useEffect(() => virtual.measure(), [virtual, width])
  const items = virtual.getVirtualItems()
  const lastShown = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && error === null && lastShown >= count - linesAhead) loadMore()
  })
  return { ref: useMergedRef(sizeRef, scroller), scroller, width, virtual, items }
}
