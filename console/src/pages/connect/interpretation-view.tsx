import { countedAll } from '../../parts/counted.ts'
import { Fact, Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Section } from '../../parts/section.tsx'
import { kindWords } from '../../parts/kinds.ts'
import { PeopleCards } from '../mapping/people-cards.tsx'
import { ReasonOfRows, RefusalList } from '../mapping/refusal-list.tsx'
import { text as mappingText } from '../mapping/text.ts'
import type { Interpretation } from '../mapping/use-file-probe.ts'
import type { Source } from '../source/use-source.ts'
import { faultsBeside } from './asked.ts'
import { text } from './text.ts'

const { probe: words } = text

/** A file as it is understood: what it is, some people, what is missing, and what would be refused. */
export function InterpretationView({ read, source }: { read: Interpretation; source: Source }) {
  const { product, people, columns } = read
  const { isUnidentified, unknown, refusals } = faultsBeside(read)
  return (
    <>
      {product !== 'file' && read.vendor !== source.vendor && (
        <Notice tone="warning">{words.otherVendor(words.products[product])}</Notice>
      )}
      {isUnidentified && <Notice tone="warning">{words.unidentified}</Notice>}
      <Section title={words.facts}>
        <ReadFacts read={read} />
      </Section>
      {people.length > 0 && (
        <Section title={words.people}>
          <PeopleCards people={people} />
        </Section>
      )}
      <ReadGroups read={read} />
      {unknown.length > 0 && (
        <Section title={words.unknown} detail={words.unknownWhy}>
          <ul className="bullets">
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
      <LeftOut reasons={read.left_out} />
      <details className="disclosure mb-20">
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

/** Some groups and members of groups, as they would be. */
function ReadGroups({ read: { groups, memberships } }: { read: Interpretation }) {
  return (
    <>
      {groups.length > 0 && (
        <Section title={words.groups}>
          <ul className="bullets">
            {groups.map(({ line, type, vendor_id: id, name, handle, members }) => (
              <li key={`${line} ${id}`}>
                <strong>{name}</strong> {[kindWords(type), handle ?? id].join(', ')},{' '}
                {words.members(members)}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {memberships.length > 0 && (
        <Section title={words.memberships}>
          <ul className="bullets">
            {memberships.map(({ line, account_email: email, account_vendor_id: id, ...of }) => (
              <li key={line}>
                <strong>{email ?? id}</strong> {words.memberOf(of.group_vendor_id, of.role)}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

/** Why rows are left out on purpose. */
function LeftOut({ reasons }: { reasons: Interpretation['left_out'] }) {
  if (reasons.length === 0) return null
  return (
    <Section title={words.leftOut} detail={words.leftOutWhy}>
      <ul className="bullets">
        {reasons.map((each) => (
          <li key={`${each.shape} ${each.reason}`}>
            <ReasonOfRows of={each} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

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
        {[words.kinds, words.states, words.accountKinds]
          .map((names) => countedAll(count, names).join(', '))
          .filter(Boolean)
          .join(' · ')}
      </Fact>
      <Fact term={words.missing}>
        {countedAll(count, words.missingKinds).join(', ') || words.nothingMissing}
      </Fact>
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
