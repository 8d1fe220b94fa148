import type { RowOf } from 'muster-sdk'
import { useNavigate } from '@tanstack/react-router'
import type { Column } from '../../parts/columns.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { stateColumn, textColumn, timeColumn } from '../../parts/column-kinds.tsx'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { flagFilter, recordFilter, sinceFilter, stateFilter } from '../../parts/list/filters.ts'
import { ListPage } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { LongField, SelectField, TextField } from '../../parts/fields.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { handleOf, useForm } from '../../parts/use-form.ts'
import { lengths } from '../../gen/lengths.ts'
import { text as ofService } from '../service/text.ts'
import { text } from './text.ts'

export type ServiceRow = RowOf<'/workspace/services'>

const { columns: names, create: words, filters } = text
const { environments, kinds } = ofService

function nameOfSponsor({ sponsor, represented_by, is_unsponsored }: ServiceRow): string {
  const person = represented_by ?? sponsor
  return is_unsponsored || person === null ? text.noSponsor : (person.name ?? person.id)
}

export const servicesColumns: readonly Column<ServiceRow>[] = [
  textColumn('name', names.name, ({ name }) => name, {
    min: 190,
    grow: 1.5,
    sort: 'name',
    to: ({ id }) => `/services/${id}`,
  }),
  textColumn(
    'admins',
    names.admins,
    ({ is_unattended }) => (is_unattended ? text.unattended : text.attended),
    {
      min: 120,
      grow: 0.6,
      cell: ({ is_unattended }) =>
        is_unattended ? (
          <StateBadge state="unattended" />
        ) : (
          <span className="quiet">{text.attended}</span>
        ),
    },
  ),
  textColumn('sponsor', names.sponsor, nameOfSponsor, {
    min: 140,
    cell: (service) => (
      <span className={service.is_unsponsored ? 'danger' : 'soft'}>{nameOfSponsor(service)}</span>
    ),
  }),
  timeColumn('confirm', names.confirm, ({ timestamp }) => timestamp.confirm_by),
  stateColumn(names.state),
  timeColumn('ends', names.ends, ({ timestamp }) => timestamp.expires_at),
  textColumn('kind', names.kind, ({ kind }) => kinds[kind]),
  textColumn('environment', names.environment, ({ environment }) => environment, {
    cell: ({ environment }) => environment !== null && environments[environment],
  }),
  timeColumn('used', names.used, ({ timestamp }) => timestamp.last_used_at, { never: text.never }),
  textColumn('handle', names.handle, ({ handle }) => handle, {
    min: 150,
    cell: ({ handle }) => <code className="soft ellipsis">{handle}</code>,
  }),
  textColumn('description', names.description, ({ description }) => description, {
    min: 240,
    grow: 3,
    cell: ({ description }) => <span className="soft ellipsis">{description}</span>,
  }),
  timeColumn('created', names.created, ({ timestamp }) => timestamp.created_at, {
    sort: 'created_at',
  }),
]

/** The accounts of programs. Those without an active admin are marked. */
export function ServicesPage() {
  const list = useFilteredList('/workspace/services', {
    words: text,
    columns: servicesColumns,
    search: 'filter[name_search]',
    filters: [
      stateFilter(filters.state, ['staged', 'active', 'expiring', 'expired', 'deactivated']),
      recordFilter('kind', 'filter[kind]', filters.kind, Object.entries(kinds), (entry) => entry),
      recordFilter(
        'environment',
        'filter[environment]',
        filters.environment,
        Object.entries(environments),
        (entry) => entry,
      ),
      flagFilter('unattended', 'filter[unattended]', filters.unattended, [
        text.withoutAdmin,
        text.withAdmin,
      ]),
      flagFilter('unsponsored', 'filter[unsponsored]', filters.unsponsored, [
        text.withoutSponsor,
        text.withSponsor,
      ]),
      flagFilter('missed', 'filter[unconfirmed]', filters.missed, [text.missed, text.notMissed]),
      sinceFilter('created', 'filter[created_after]', filters.created),
    ],
    sort: 'name',
  })
  return (
    <ListPage
      list={list}
      action={
        <DialogButton
          permission="workspace.service.create"
          label={text.create.action}
          isPrimary
          isAdding
        >
          {(close) => <CreateServiceDialog onClose={close} />}
        </DialogButton>
      }
      csv="services"
    />
  )
}

type NewService = Pick<ServiceRow, 'name' | 'description' | 'kind'> & { handle?: string }

/** Asks how a new service is called. The handle follows the name until it is written. */
function CreateServiceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { sent, of, set } = useForm<NewService>(() => ({
    name: '',
    description: '',
    kind: 'service',
  }))
  const { name, description, kind, handle = handleOf(name) } = sent
  const change = useChange(() =>
    muster.post('/workspace/services', { body: { name, handle, description, kind } }),
  )
  return (
    <FormDialog
      title={words.title}
      action={words.action}
      isReady={name !== '' && handle !== ''}
      change={change}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(undefined, {
          onSuccess: ({ id }) =>
            void navigate({ to: '/services/$service', params: { service: id } }),
        })
      }
    >
      <TextField
        label={words.name}
        maxLength={lengths.createService.name}
        data-autofocus
        {...of('name')}
      />
      <TextField
        label={words.handle}
        description={words.handleHint}
        maxLength={lengths.createService.handle}
        spellCheck={false}
        {...of('handle')}
        value={handle}
      />
      <SelectField
        label={words.kind}
        options={kinds}
        value={kind}
        onChange={(next) => set({ kind: next })}
      />
      <LongField
        label={words.description}
        placeholder={words.descriptionHint}
        maxLength={lengths.createService.description}
        rows={3}
        {...of('description')}
      />
      <p>{words.self}</p>
    </FormDialog>
  )
}
