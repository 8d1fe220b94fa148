import { useNavigate } from '@tanstack/react-router'
import { useUrlState } from '../../app/url-state.ts'
import { attributeType, kindWords } from '../../parts/kinds.ts'
import { flagFilter, recordFilter, stateFilter, wordFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { useDimensions } from './kind.tsx'
import { PolicyTabs } from './policy-tabs.tsx'
import { rulesetColumns } from './ruleset-columns.tsx'
import { text } from './text.ts'

const { filters: words } = text

/** Groups, channels and drives: what people ask about first. */
const resourceTypes = [
  'codehost_group',
  'codehost_project',
  'suite_workspace_group',
  'suite_identity_group',
  'suite_workspace_drive',
  'idp_group',
  'chat_public_channel',
  'chat_private_channel',
  'chat_group',
  'suite_drive_doc',
  'suite_drive_sheet',
  'suite_drive_deck',
  'suite_drive_file',
  'suite_drive_folder',
]

/** The policy of every resource, with its health. */
export function PolicyPage() {
  const navigate = useNavigate()
  const [{ of = 'resources', dimension }] = useUrlState()
  const ofKind = of === 'attributes' ? attributeType : resourceTypes.join(',')
  const dimensions = useDimensions()
  const isOfKind = of !== 'all' && dimension === undefined
  const list = useFilteredList('/policy/rulesets', {
    words: text,
    columns: rulesetColumns,
    query: { ...(isOfKind && { 'filter[type]': ofKind }), include: ['count'] },
    search: 'filter[search]',
    filters: [
      ...(of === 'attributes' ? [] : [byType(of)]),
      ...(of === 'attributes' || dimension !== undefined ? [byDimension(dimensions)] : []),
      stateFilter(words.state, ['managed', 'monitored', 'unmanaged']),
      wordFilter('finding', 'filter[finding]', words.finding, {
        referent_gone: words.referentGone,
        self_service_key: words.selfServiceKey,
      }),
      flagFilter('authoritative', 'filter[is_authoritative]', words.authoritative, [
        text.yes,
        text.no,
      ]),
    ],
    sort: 'name',
  })
  return (
    <ListPage
      list={list}
      tabs={<PolicyTabs />}
      csv="rulesets"
      onOpen={({ id }) => void navigate({ to: '/policy/$ruleset', params: { ruleset: id } })}
    />
  )
}

function byType(of: string) {
  const types = [...resourceTypes, ...(of === 'all' ? [attributeType] : [])]
  return recordFilter('type', 'filter[type]', words.type, types, (type) => [type, kindWords(type)])
}

function byDimension(dimensions: readonly { id: string; name: string }[]) {
  const { dimension } = words
  return recordFilter(
    'dimension',
    'filter[dimension_id]',
    dimension,
    dimensions,
    ({ id, name }) => [id, name],
  )
}
