/** Keys of profiles that people can write themselves at a vendor by its usual settings, by the type of the integration. */
const selfServiceKeys: Readonly<Record<string, ReadonlySet<string>>> = {
  slack: new Set([
    'title',
    'phone',
    'skype',
    'pronouns',
    'real_name',
    'real_name_normalized',
    'display_name',
    'display_name_normalized',
    'first_name',
    'last_name',
    'status_text',
    'status_emoji',
    'fields',
    'start_date',
  ]),
  github: new Set([
    'name',
    'company',
    'location',
    'bio',
    'blog',
    'email',
    'twitter_username',
    'hireable',
  ]),
  gitlab: new Set([
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
  ]),
  okta: new Set([
    'nickName',
    'displayName',
    'mobilePhone',
    'secondEmail',
    'preferredLanguage',
    'locale',
    'timezone',
  ]),
}

/** Whether people can write that key themselves, so that a rule on it lets in whom it should not. */
export function isSelfServiceKey(type: string, key: string): boolean {
  return (
    Object.hasOwn(selfServiceKeys, type) &&
    selfServiceKeys[type]?.has(key.split('.')[0] ?? key) === true
  )
}
