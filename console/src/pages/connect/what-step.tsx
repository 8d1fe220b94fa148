import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useIsOwner } from '../../api/session.ts'
import { isUnreadable, useApi } from '../../api/use-api.ts'
import { useOnce } from '../../api/use-once.ts'
import { useUrlState } from '../../app/url-state.ts'
import { AskToLeave } from '../../parts/ask-to-leave.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { handleOf } from '../../parts/use-form.ts'
import { Notice } from '../../parts/notice.tsx'
import { ScimProfileChoice, type ScimProfile } from '../source/scim-profile-choice.tsx'
import { text as sourceText } from '../sources/text.ts'
import { connectors, type Connector } from './connectors.ts'
import { text } from './text.ts'
import { CheckField, SelectField, TextField } from '../../parts/fields.tsx'

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

function NewSourceForm({
  connector: { type, vendors, steps },
  sources,
}: {
  connector: Connector
  sources: readonly RowOf<'/workspace/integrations'>[]
}) {
  const primary = sources.find((each) => each.is_primary)?.name
  const [chosen, setVendor] = useState(vendors[0])
  const vendor = vendors.find((each) => each === chosen) ?? vendors[0]
  const [name, setName] = useState('')
  const [ownHandle, setHandle] = useState<string>()
  const [isPrimary, setIsPrimary] = useState(primary === undefined)
  const [trusts, setTrusts] = useState(false)
  const [profile, setProfile] = useState<ScimProfile>('strict')
  const isOwner = useIsOwner()
  const navigate = useNavigate()
  const handle = ownHandle ?? handleOf(name)
  const body = {
    type,
    vendor: vendor ?? 'file',
    handle,
    name: name.trim(),
    is_primary: isPrimary && primary === undefined,
    trusts_email: trusts,
    ...(type === 'scim' && { scim_profile: profile }),
  }
  const change = useOnce(
    async (header) => {
      const { id } = await muster.post('/workspace/integrations', { params: { header }, body })
      // Going back leads to where one came from: here, the same source would be made again.
      const search = { source: id, step: steps[1] }
      await navigate({ to: '/sources/connect', search, replace: true })
    },
    () => JSON.stringify(body),
  )
  const other = sources.find((each) => each.handle === handle)
  const taken = change.error?.errors['handle'] === undefined ? undefined : other
  const isReady = name.trim() !== '' && handle !== ''
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !change.isPending) change.mutate()
      }}
    >
      {vendors.length > 1 && (
        <SelectField<Connector['vendors'][number]>
          label={words.vendor}
          options={Object.fromEntries(vendors.map((each) => [each, sourceText.vendors[each]]))}
          value={vendor}
          onChange={setVendor}
        />
      )}
      {type === 'scim' && <ScimProfileChoice value={profile} onChange={setProfile} />}
      <TextField
        label={words.name}
        description={words.nameHint}
        value={name}
        maxLength={200}
        onChange={setName}
      />
      <TextField
        label={words.handle}
        description={words.handleHint}
        value={handle}
        maxLength={63}
        onChange={setHandle}
        error={
          taken === undefined ? change.error?.errors['handle']?.join(' ') : words.taken(taken.name)
        }
      />
      {primary === undefined ? (
        <CheckField
          label={words.primary}
          description={words.primaryHint}
          value={isPrimary}
          onChange={setIsPrimary}
        />
      ) : (
        <Notice>{words.primaryIs(primary)}</Notice>
      )}
      {(primary !== undefined || !isPrimary) && !isOwner && <Notice>{words.trustsOwner}</Notice>}
      {(primary !== undefined || !isPrimary) && isOwner && (
        <CheckField
          label={words.trusts}
          description={words.trustsHint}
          value={trusts}
          onChange={setTrusts}
        />
      )}
      <AskToLeave
        isUnsaved={name !== '' && taken === undefined && !change.isPending && !change.isSuccess}
      />
      {change.error !== null && taken === undefined && (
        <ChangeError error={change.error} ownFields={['handle']} />
      )}
      {taken !== undefined && (
        <Notice>
          {words.takenWhy}{' '}
          <Link to="/sources/$integration" params={{ integration: taken.id }} className="link">
            {words.toTaken(taken.name)}
          </Link>
        </Notice>
      )}
      <div>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
          {words.action}
        </Button>
      </div>
    </form>
  )
}
