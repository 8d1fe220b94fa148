import { abilitiesOn } from '../../http/abilities.ts'

export const identityAbilities = abilitiesOn(
  'identity',
  ({ db }, ids) =>
    db
      .selectFrom('identity')
      .select(['id', 'directory_user_id'])
      .where('id', 'in', [...ids])
      .execute(),
  ({ may }, { directory_user_id: person }) => ({
    link: may('directory.identity.link'),
    unlink: may('directory.identity.link') && person !== null,
  }),
)
