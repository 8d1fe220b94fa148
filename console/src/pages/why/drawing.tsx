import { Button } from '@mantine/core'
import { useMemo, useState, useLayoutEffect } from 'react'
import { AttributeCard, MembershipCard, membershipCard, RuleCard, SourceCard } from './cards.tsx'
import type { Explanation, Chain, Lane } from './lanes.ts'
import { text } from './text.ts'
import classes from './why.module.css'

/** So many rules are drawn at once; of more, the first one until the others are asked for. */
const fewRules = 3
/** So many conditions of a rule are drawn; the sentences have all. */
const fewConditions = 8

/** The path from values at the sources over attributes and rules to the membership, as cards that lines join. */
export function Drawing({
  explanation,
  lanes,
}: {
  explanation: Explanation
  lanes: readonly Lane[]
}) {
  const [showsAll, setShowsAll] = useState(false)
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const isLong = lanes.length > fewRules
  const shown = useMemo(
    () => (isLong && !showsAll ? lanes.slice(0, 1) : lanes),
    [isLong, showsAll, lanes],
  )
  const wires = useMemo(() => wiresOf(explanation, shown), [explanation, shown])
  const hasAttributes = shown.some(({ chains }) =>
    shownChains(chains).some((each) => each.attribute !== null),
  )
  return (
    <section className={classes['drawing']} aria-label={text.drawing}>
      <div ref={setFrame} className={classes['canvas']} data-attributes={hasAttributes}>
        <Wires frame={frame} wires={wires} />
        <div className={classes['heads']} aria-hidden>
          {text.columns.map((each, index) => (
            <div key={each} data-column={index}>
              {each}
            </div>
          ))}
        </div>
        <div className={classes['membership']}>
          <MembershipCard explanation={explanation} />
        </div>
        {shown.map((lane) => (
          <LaneCards key={lane.rule.id} lane={lane} />
        ))}
        {lanes.length === 0 && <p className={classes['noRules']}>{text.noRules}</p>}
      </div>
      {isLong && (
        <Button variant="subtle" onClick={() => setShowsAll(!showsAll)} aria-expanded={showsAll}>
          {showsAll ? text.fewerRules : text.furtherRules(lanes.length - 1)}
        </Button>
      )}
    </section>
  )
}

function LaneCards({ lane }: { lane: Lane }) {
  const chains = shownChains(lane.chains)
  const further = lane.chains.length - chains.length
  return (
    <div className={classes['lane']} data-part={lane.part}>
      <div className={classes['chains']}>
        {chains.map((chain) => (
          <div key={chain.id} className={classes['chain']}>
            <div className="grid gap-8">
              {chain.sources.map((source) => (
                <SourceCard key={source.id} source={source} />
              ))}
            </div>
            <div className={classes['attribute']}>
              <AttributeCard chain={chain} />
            </div>
          </div>
        ))}
        {further > 0 && <p className={classes['further']}>{text.furtherConditions(further)}</p>}
      </div>
      <div>
        <RuleCard lane={lane} />
      </div>
    </div>
  )
}

/** Those that fail first, where there are too many. */
function shownChains(chains: readonly Chain[]): readonly Chain[] {
  if (chains.length <= fewConditions) return chains
  const failing = chains.filter(({ tone }) => tone !== 'met')
  const met = chains.filter(({ tone }) => tone === 'met')
  return [...failing, ...met].slice(0, fewConditions)
}

function wiresOf(explanation: Explanation, lanes: readonly Lane[]): Wire[] {
  return lanes.flatMap(({ rule, tone, part, chains }) => {
    const last = {
      from: rule.id,
      to: membershipCard,
      tone: toneOfMembership(part, tone, explanation),
    }
    return shownChains(chains)
      .flatMap((chain) => wiresOfChain(chain, rule.id))
      .concat(last)
  })
}

/** From each source to the attribute, if there is one, and on to the rule. */
function wiresOfChain({ id, tone, sources, attribute }: Chain, rule: string): Wire[] {
  const to = attribute === null ? rule : id
  const wires = sources.map((source): Wire => ({ from: source.id, to, tone: source.tone }))
  return attribute === null ? wires : wires.concat({ from: id, to: rule, tone })
}

function toneOfMembership(
  part: Lane['part'],
  tone: Lane['tone'],
  { verdict }: Explanation,
): Wire['tone'] {
  if (part === 'holds') return 'grace'
  if (part === 'admits') return verdict === 'in_grace' ? 'grace' : 'met'
  if (part === 'later' || part === 'draft') return 'idle'
  return tone === 'met' ? 'unmet' : tone
}

/** A line between two cards, by their `data-card`. */
export type Wire = {
  from: string
  to: string
  tone: 'met' | 'unmet' | 'unknown' | 'grace' | 'idle'
}
type Drawn = { wire: Wire; path: string }

/** The lines of the drawing, measured from where its cards stand, again whenever that changes. */
function Wires({ frame, wires }: { frame: HTMLElement | null; wires: readonly Wire[] }) {
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
