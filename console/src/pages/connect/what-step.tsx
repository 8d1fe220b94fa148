import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useIsOwner } from '../../api/session.ts'
import { isUnreadable, useApi } from '../../api/use-api.ts'
import { useOnce } from '../../api/use-once.ts'
import { useUrlState } from '../../app/url-state.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { handleOf, useForm } from '../../parts/use-form.ts'
import { Notice } from '../../parts/notice.tsx'
import { ScimProfileChoice, type ScimProfile } from '../source/scim-profile-choice.tsx'
import { text as sourceText } from '../sources/text.ts'
import { connectors, type Connector } from './connectors.ts'
import { text } from './text.ts'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'
import { lengths } from '../../gen/lengths.ts'

const { what: words } = text

/** What the source is: this creates it, so that later steps can be taken any time. */
export function WhatStep() {
  const [url, setUrl] = useUrlState()
  const { data, error, refetch } = useApi('/workspace/integrations', {
    params: { query: { 'page[size]': '200' } },
  })
  const connector = connectors.find(({ type }) => type === url['type']) ?? connectors[0]
  if (isUnreadable(data, error))
    return error === null ? (
      <p aria-busy>{words.reading}</p>
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    )
  if (connector === undefined) return null
  return (
    <div className="form">
      {url['for'] === 'groups' && <ForGroups sources={data.data} />}
      <Choice
        label={words.type}
        options={connectors.map(({ type, label, detail }) => ({ value: type, label, detail }))}
        value={connector.type}
        onChange={(type) => setUrl({ type })}
      />
      <NewSourceForm connector={connector} sources={data.data} />
    </div>
  )
}

/** Where groups come from; a table of their members goes where the people are. */
function ForGroups({ sources }: { sources: Sources }) {
  const primary = sources.find((each) => each.is_primary && each.type === 'file')
  return (
    <Notice title={text.forGroups.title}>
      {text.forGroups.why}{' '}
      {primary !== undefined && (
        <Link to="/sources/$integration/runs" params={{ integration: primary.id }} className="link">
          {text.forGroups.into(primary.name)}
        </Link>
      )}
    </Notice>
  )
}

type Sources = readonly RowOf<'/workspace/integrations'>[]

function NewSourceForm({ connector, sources }: { connector: Connector; sources: Sources }) {
  const { type, vendors } = connector
  const primary = sources.find((each) => each.is_primary)?.name
  const { form, body, change } = useNewSource(connector, primary === undefined)
  const other = sources.find(({ handle }) => handle === body.handle)
  const refused = change.error?.errors['handle']
  const taken = refused === undefined ? undefined : other
  const isReady = body.name !== '' && body.handle !== ''
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !change.isPending) change.mutate()
      }}
    >
      {vendors.length > 1 && (
        <SelectField<Vendor>
          label={words.vendor}
          options={Object.fromEntries(vendors.map((each) => [each, sourceText.vendors[each]]))}
          value={body.vendor}
          onChange={(vendor) => form.set({ vendor })}
        />
      )}
      {type === 'scim' && <ScimProfileChoice {...form.of('scim_profile')} />}
      <TextField
        label={words.name}
        description={words.nameHint}
        maxLength={lengths.createIntegration.name}
        {...form.of('name')}
      />
      <TextField
        label={words.handle}
        description={words.handleHint}
        value={body.handle}
        maxLength={lengths.createIntegration.handle}
        onChange={(handle) => form.set({ handle })}
        error={taken === undefined ? refused?.join(' ') : words.taken(taken.name)}
      />
      <TrustFields primary={primary} form={form} />
      <AskToLeave
        isUnsaved={
          form.values.name !== '' && taken === undefined && !change.isPending && !change.isSuccess
        }
      />
      {change.error !== null && taken === undefined && (
        <ChangeError error={change.error} ownFields={['handle']} />
      )}
      {taken !== undefined && <Taken by={taken} />}
      <div>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
          {words.action}
        </Button>
      </div>
    </form>
  )
}

/** Leads to the source that has the handle already. */
function Taken({ by: { id, name } }: { by: Sources[number] }) {
  return (
    <Notice>
      {words.takenWhy}{' '}
      <Link to="/sources/$integration" params={{ integration: id }} className="link">
        {words.toTaken(name)}
      </Link>
    </Notice>
  )
}

type Vendor = Connector['vendors'][number]

type NewSource = {
  vendor: Vendor | undefined
  name: string
  /** Made of the name, unless it is written. */
  handle: string | undefined
  is_primary: boolean
  trusts_email: boolean
  scim_profile: ScimProfile
}

/** What is written about a new source, and the change that makes it. It stays while another connector is chosen. */
function useNewSource({ type, vendors, steps }: Connector, mayBePrimary: boolean) {
  const form = useForm<NewSource>(() => ({
    vendor: vendors[0],
    name: '',
    handle: undefined,
    is_primary: mayBePrimary,
    trusts_email: false,
    scim_profile: 'strict',
  }))
  const { vendor, name, handle = handleOf(name), scim_profile, ...written } = form.values
  const body = {
    type,
    vendor: vendors.find((each) => each === vendor) ?? vendors[0] ?? 'file',
    handle,
    name: name.trim(),
    is_primary: written.is_primary && mayBePrimary,
    trusts_email: written.trusts_email,
    ...(type === 'scim' && { scim_profile }),
  }
  const navigate = useNavigate()
  const change = useOnce(
    async (header) => {
      const { id } = await muster.post('/workspace/integrations', { params: { header }, body })
      // Going back leads to where one came from: here, the same source would be made again.
      const search = { source: id, step: steps[1] }
      await navigate({ to: '/sources/connect', search, replace: true })
    },
    () => JSON.stringify(body),
  )
  return { form, body, change }
}

/** Whether it is the primary source, where none is yet; and whether people are found by the addresses of one that is not. */
function TrustFields({
  primary,
  form,
}: {
  primary: string | undefined
  form: ReturnType<typeof useForm<NewSource>>
}) {
  const isOwner = useIsOwner()
  const isSecondary = primary !== undefined || !form.values.is_primary
  return (
    <>
      {primary === undefined ? (
        <CheckField
          label={words.primary}
          description={words.primaryHint}
          {...form.of('is_primary')}
        />
      ) : (
        <Notice>{words.primaryIs(primary)}</Notice>
      )}
      {isSecondary && !isOwner && <Notice>{words.trustsOwner}</Notice>}
      {isSecondary && isOwner && (
        <CheckField
          label={words.trusts}
          description={words.trustsHint}
          {...form.of('trusts_email')}
        />
      )}
    </>
  )
}
