import { defaultsOf, describeVendor, has, oneOf } from '../pull/describe-vendor.ts'
import { byToken } from '../pull/connector.ts'
import { gitlabMapping, serviceAccountName } from './gitlab-mapping.ts'
import { gitlabFaults, GitlabSettings } from './gitlab-settings.ts'

export const gitlab = describeVendor({
  name: 'gitlab',
  label: 'GitLab',
  kinds: ['codehost'],
  detail: 'Its users, groups, projects and members, read by a token',
  hasOwnNames: true,
  selfServiceKeys: [
    'name',
    'bio',
    'location',
    'organization',
    'job_title',
    'work_information',
    'pronouns',
    'public_email',
    'commit_email',
    'website_url',
    'skype',
    'linkedin',
    'twitter',
    'discord',
  ],
  defaults: defaultsOf({
    mapping: gitlabMapping,
    policyKeys: ['external', 'is_admin', 'account_kind'],
  }),
  exports: {
    marks: [
      has('username', 'web_url'),
      [...has('username'), oneOf('access_level', '5', '10', '15', '20', '30', '40', '50', '60')],
      has('source_id', 'access_level'),
      has('path_with_namespace'),
      has('full_path'),
      has('username', 'bot'),
      has('username', 'namespace_id'),
      [...has('name'), { path: 'username', matches: serviceAccountName }],
    ],
  },
  api: {
    ...byToken,
    settings: GitlabSettings,
    url: 'https://gitlab.com',
    form: {
      url: { label: 'Address', hint: 'Of the instance, such as https://gitlab.com' },
      group: {
        label: 'Group',
        hint: 'Its path; empty: the whole instance, which takes the token of an administrator',
      },
    },
    secret: { kind: 'token', label: 'Access token' },
    rights: [
      {
        where: 'One group',
        secret:
          'a group access token with the scope `read_api` and the role *Owner*, or a personal one of an owner',
        may: 'read the group and what is in it',
      },
      {
        where: 'A whole instance',
        secret: 'a personal access token of an administrator with `read_api`',
        may: 'read everybody, with addresses',
      },
    ],
    faultsIn: gitlabFaults,
    nameOf: ({ url, group }) => (group === undefined ? url : `${url} ${group}`),
    load: async () => (await import('./gitlab-client.ts')).reading,
  },
})
