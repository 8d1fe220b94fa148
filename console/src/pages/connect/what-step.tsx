import { Button, Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useApi, useChange } from '../../api/use-api.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ChangeError } from '../../parts/change-error.tsx'
import { Choice } from '../../parts/choice.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { handleOf } from '../../parts/handle-of.ts'
import { Notice } from '../../parts/notice.tsx'
import { text as sources } from '../sources/text.ts'
import { connectors, type Connector } from './connectors.ts'
import { text } from './text.ts'
import classes from './connect.module.css'

const { what: words } = text

/** What the source is: this creates it, so that later steps can be taken any time. */
export function WhatStep() {
  const [url, setUrl] = useUrlState()
  const { data, error, refetch } = useApi('/workspace/integrations', {
    params: { query: { 'page[size]': '200' } },
  })
  const connector = connectors.find(({ type }) => type === url['type']) ?? connectors[0]
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />
  if (connector === undefined || data === undefined) return null
  return (
    <div className={classes['form']}>
      <Choice
        label={words.type}
        options={connectors.map(({ type, label, detail }) => ({ value: type, label, detail }))}
        value={connector.type}
        onChange={(type) => setUrl({ type })}
      />
      <NewSourceForm
        key={connector.type}
        connector={connector}
        primary={data.data.find(({ is_primary: isPrimary }) => isPrimary)?.name}
      />
    </div>
  )
}

function NewSourceForm({
  connector: { type, vendors, steps },
  primary,
}: {
  connector: Connector
  /** The name of the primary source, if there is one. */
  primary: string | undefined
}) {
  const [vendor, setVendor] = useState(vendors[0])
  const [name, setName] = useState('')
  const [ownHandle, setHandle] = useState<string>()
  const [isPrimary, setIsPrimary] = useState(primary === undefined)
  const [trusts, setTrusts] = useState(false)
  const navigate = useNavigate()
  const handle = ownHandle ?? handleOf(name)
  const change = useChange(async () => {
    const { id } = await muster.post('/workspace/integrations', {
      body: {
        type,
        vendor: vendor ?? 'file',
        handle,
        name: name.trim(),
        is_primary: isPrimary && primary === undefined,
        trusts_email: trusts,
      },
    })
    await navigate({ to: '/sources/connect', search: { source: id, step: steps[1] } })
  })
  const isReady = name.trim() !== '' && handle !== ''
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady && !change.isPending) change.mutate()
      }}
    >
      {vendors.length > 1 && (
        <label className={classes['labelled']}>
          {words.vendor}
          <select
            className={classes['select']}
            value={vendor}
            onChange={({ currentTarget: { value } }) =>
              setVendor(vendors.find((each) => each === value))
            }
          >
            {vendors.map((each) => (
              <option key={each} value={each}>
                {sources.vendors[each]}
              </option>
            ))}
          </select>
        </label>
      )}
      <TextInput
        label={words.name}
        description={words.nameHint}
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        label={words.handle}
        description={words.handleHint}
        value={handle}
        maxLength={63}
        onChange={({ currentTarget }) => setHandle(currentTarget.value)}
        error={change.error?.errors['handle']?.join(' ')}
      />
      {primary === undefined ? (
        <Checkbox
          label={words.primary}
          description={words.primaryHint}
          checked={isPrimary}
          onChange={({ currentTarget }) => setIsPrimary(currentTarget.checked)}
        />
      ) : (
        <Notice>{words.primaryIs(primary)}</Notice>
      )}
      {(primary !== undefined || !isPrimary) && (
        <Checkbox
          label={words.trusts}
          description={words.trustsHint}
          checked={trusts}
          onChange={({ currentTarget }) => setTrusts(currentTarget.checked)}
        />
      )}
      {change.error !== null && <ChangeError error={change.error} ownFields={['handle']} />}
      <div>
        <Button type="submit" variant="filled" loading={change.isPending} disabled={!isReady}>
          {words.action}
        </Button>
      </div>
    </form>
  )
}
