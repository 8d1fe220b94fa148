import { personLabels } from '../output/facts.ts'
import { noun, type Noun, type VerbSpec } from './noun.ts'

/** A step of people who are deleted, who have no record to read. */
function ofDeleted(otherwise: (named: string) => string): VerbSpec {
  return {
    isOfDeleted: true,
    among: (named) => ({
      query: { 'filter[trashed]': 'only' },
      others: { query: {}, message: `${named} is not deleted${otherwise(named)}` },
    }),
  }
}

export const user: Noun = noun({
  name: 'user',
  what: 'person',
  about: 'directory users',
  argument: 'an id, e-mail address, username or name',
  example: 'ada.moreau@acme.example',
  list: '/directory/users',
  fields: 'name: full_name, e-mail: email, state, id, organisation: org',
  naming: {
    names: ['full_name'],
    exact: ['filter[email]', 'filter[username]'],
    search: 'filter[search]',
    short: 'filter[full_name]',
  },
  title: '{full_name|(no name)}',
  facts: [
    'id, state, e-mail: email, username, manager: manager_id, parent: parent_user_id?',
    'org.*, metadata.*, expires: timestamp.expires_at?, count.*?',
  ],
  labels: personLabels,
  warning:
    '{verb} {full_name} ({email|id}), who is {state} and in {count.policy_rulesets#manifest}',
  verbs: {
    create: {
      about: 'create a person who is in no source yet',
      defaults: { first_name: '', last_name: '' },
      example:
        '--first-name Noor --last-name Haddad --email noor.haddad@acme.example --manager ada.moreau@acme.example',
    },
    update: {
      about: 'change what no source governs of a person',
      example: 'noor.haddad@acme.example --manager "Ada Moreau" --metadata shirt_size=M desk=4.12',
    },
    restore: ofDeleted(() => ': there is nothing to restore.'),
    erase: {
      ...ofDeleted((name) => `. Delete them first: muster user delete ${JSON.stringify(name)}`),
      done: '{named.0} is erased.',
    },
  },
})

const undone = '`muster identity unlink --undo` takes the decision back.'

export const identity: Noun = noun({
  name: 'identity',
  what: 'account',
  about: 'accounts of people at the sources',
  argument: 'an id, an e-mail address, or the id at the source',
  example: 'U07ADA',
  list: '/directory/identities',
  fields: [
    'name: full_name, e-mail: email, state, at the source: vendor_state',
    'source: integration_handle, person: directory_user_id',
    'suggestion: suggested_directory_user_id, because of: suggestion_evidence, id',
    'id at the source: vendor_id',
  ],
  named: ['person', 'suggestion'],
  naming: { names: ['full_name'], exact: ['filter[email]', 'filter[vendor_id]'] },
  title: '{full_name|vendor_id}',
  facts: [
    'id, state, at the source: vendor_state, source: integration_handle',
    'id at the source: vendor_id, e-mail: email, person: directory_user_id',
    'linked by: linked_by?, because: link_evidence?',
    'suggestion: suggested_directory_user_id?, same: suggestion_evidence?, org.*',
  ],
  table: {
    field: 'candidates',
    fields: 'may belong to: directory_user_id, same: evidence, id: directory_user_id',
  },
  verbs: {
    link: {
      about: 'give an account to a person, also if another one has it',
      arguments: ['identity', 'directory_user_id'],
      without: ['new_person'],
      note: 'Later imports keep the link.',
    },
    'same-person': {
      of: 'link',
      about: 'decide that a waiting account is of one of its candidates',
      arguments: ['identity', 'directory_user_id'],
      without: ['new_person'],
      note: undone,
    },
    'new-person': {
      of: 'link',
      about: 'decide that a waiting account is of none of its candidates',
      preset: { new_person: true },
      without: ['directory_user_id'],
      note: `An account of the primary integration becomes a person of its own. One of another integration belongs to no one, and
no run links it. ${undone}`,
    },
    unlink: {
      about: 'take an account from its person, and leave it without one',
      note: 'No import links the account again, unless the link is undone: then it is matched as it was before.',
    },
  },
})

export const resource: Noun = noun({
  name: 'resource',
  about: 'groups, channels, projects and files of vendors',
  isTyped: true,
  example: 'engineering/backend',
  list: '/directory/resources',
  fields: 'resource: handle|name, type, state, source: integration_handle, id, name',
  naming: { names: ['handle', 'name'], search: 'filter[search]' },
  title: '{handle|name}',
})

const byHandle = {
  names: ['handle', 'name'],
  exact: ['filter[handle]'],
  search: 'filter[name_search]',
  short: 'filter[name]',
} as const

export const dimension: Noun = noun({
  name: 'dimension',
  about: 'profile keys by which the organisation governs',
  example: 'department',
  list: '/directory/dimensions',
  fields: 'handle, name, state, key: profile_key, attributes: attributes_enabled, id',
  naming: byHandle,
})

export const attribute: Noun = noun({
  name: 'attribute',
  about: 'values of dimensions, whose rules say who has them',
  example: 'sales',
  list: '/directory/attributes',
  fields: 'handle, name, dimension: dimension_handle, state, value: profile_value, id',
  naming: byHandle,
})
