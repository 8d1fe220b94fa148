import { useLayoutEffect, useState } from 'react'
import classes from './why.module.css'

/** A line between two cards, by their `data-card`. */
export type Wire = {
  from: string
  to: string
  tone: 'met' | 'unmet' | 'unknown' | 'grace' | 'idle'
}
type Drawn = { wire: Wire; path: string }

/** The lines of the drawing, measured from where its cards stand, again whenever that changes. */
export function Wires({ frame, wires }: { frame: HTMLElement | null; wires: readonly Wire[] }) {
  const [drawn, setDrawn] = useState<readonly Drawn[]>([])
  useLayoutEffect(() => {
    if (frame === null) return
    const measure = () => setDrawn(draw(frame, wires))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [frame, wires])
  return (
    <svg aria-hidden className={classes['wires']}>
      {drawn.map(({ wire, path }) => (
        <path key={`${wire.from} ${wire.to}`} d={path} data-tone={wire.tone} />
      ))}
    </svg>
  )
}

function draw(frame: HTMLElement, wires: readonly Wire[]): Drawn[] {
  const origin = frame.getBoundingClientRect()
  const boxOf = (card: string): DOMRect | undefined => {
    const box = frame.querySelector(`[data-card="${CSS.escape(card)}"]`)?.getBoundingClientRect()
    return box && new DOMRect(box.x - origin.x, box.y - origin.y, box.width, box.height)
  }
  return wires.flatMap((wire) => {
    const [from, to] = [boxOf(wire.from), boxOf(wire.to)]
    const path = from && to && pathBetween(from, to)
    return path === undefined ? [] : [{ wire, path }]
  })
}

/** Side by side a curve from edge to edge; one above the other a bracket along the left edges, never upwards. */
function pathBetween(from: DOMRect, to: DOMRect): string | undefined {
  const [y, endY] = [from.y + from.height / 2, to.y + to.height / 2]
  if (to.left < from.right) {
    if (endY < y) return undefined
    const rail = Math.min(from.left, to.left) - railDistance
    return `M${from.left} ${y}H${rail + corner}Q${rail} ${y} ${rail} ${y + corner}V${endY - corner}Q${rail} ${endY} ${rail + corner} ${endY}H${to.left}`
  }
  const middle = Math.max(24, (to.left - from.right) / 2)
  return `M${from.right} ${y}C${from.right + middle} ${y} ${to.left - middle} ${endY} ${to.left} ${endY}`
}

const railDistance = 12
const corner = 6
