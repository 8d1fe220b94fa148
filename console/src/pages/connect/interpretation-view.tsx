import { Fact, Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { PeopleCards } from '../mapping/people-cards.tsx'
import { RefusalList } from '../mapping/refusal-list.tsx'
import { text as mappingText } from '../mapping/text.ts'
import type { Interpretation } from '../mapping/use-file-probe.ts'
import type { Source } from '../source/use-source.ts'
import { text } from './text.ts'
import classes from './connect.module.css'

const { probe: words } = text

/** A file as it is understood: what it is, some people, what is missing, and what would be refused. */
export function InterpretationView({ read, source }: { read: Interpretation; source: Source }) {
  const { product, unknown_states: unknown, refusals, columns } = read
  return (
    <>
      {product !== 'file' && read.vendor !== source.vendor && (
        <Notice tone="warning">{words.otherVendor(words.products[product])}</Notice>
      )}
      <Section title={words.facts}>
        <ReadFacts read={read} />
      </Section>
      <Section title={words.people}>
        <PeopleCards people={read.people} />
      </Section>
      {unknown.length > 0 && (
        <Section title={words.unknown} detail={words.unknownWhy}>
          <ul className={classes['list']}>
            {unknown.map(({ path, value, rows }) => (
              <li key={`${path} ${value}`}>
                <strong>{value}</strong> {words.unknownOf(path)}, {mappingText.rows(rows)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {refusals.length > 0 && (
        <Section title={words.refused}>
          <RefusalList groups={refusals} />
        </Section>
      )}
      <details className={classes['details']}>
        <summary>{words.columns}</summary>
        <Facts>
          {columns.map(({ name, becomes }) => (
            <Fact key={name} term={name}>
              {becomes.length === 0 ? words.onlyProfile : becomes.join(', ')}
            </Fact>
          ))}
        </Facts>
      </details>
    </>
  )
}

type Counts = Interpretation['count']
type CountWords = readonly (readonly [keyof Counts, string, string])[]

function ReadFacts({ read }: { read: Interpretation }) {
  const { count, managers, address_columns: addresses } = read
  const { by_name: byName } = managers
  const { product, format, encoding, is_encoding_assumed: isAssumed, rows, is_all: isAll } = read
  return (
    <Facts>
      <Fact term={words.product}>{words.products[product]}</Fact>
      <Fact term={words.format}>{format}</Fact>
      <Fact term={words.encoding} from={isAssumed ? words.assumed : null}>
        {encoding}
      </Fact>
      <Fact term={words.rows}>
        {rows.toLocaleString('en')} {!isAll && words.more}
      </Fact>
      <Fact term={words.counts}>
        {[counted(count, words.kinds), counted(count, words.states)].filter(Boolean).join(' · ')}
      </Fact>
      <Fact term={words.missing}>{counted(count, words.missingKinds) || words.nothingMissing}</Fact>
      {managers.named > 0 && (
        <Fact term={words.managers} from={managers.profile_key}>
          {words.managersOf(managers.found, managers.named)}
          {byName.ambiguous + byName.unknown > 0 &&
            words.managersOpen(byName.ambiguous, byName.unknown)}
        </Fact>
      )}
      {addresses.length > 0 && <Fact term={words.addresses}>{addresses.join(', ')}</Fact>}
    </Facts>
  )
}

/** `3 accounts, 1 left out` */
function counted(count: Counts, names: CountWords): string {
  return names
    .filter(([name]) => count[name] > 0)
    .map(
      ([name, one, several]) =>
        `${count[name].toLocaleString('en')} ${count[name] === 1 ? one : several}`,
    )
    .join(', ')
}
