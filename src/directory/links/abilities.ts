import { abilitiesOn } from '../../http/reads/abilities.ts'

export const identityAbilities = abilitiesOn(
  'identity',
  ({ db }, ids) =>
    db
      .selectFrom('identity as i')
      .innerJoin('integration as g', 'g.id', 'i.integration_id')
      .select(['i.id', 'i.directory_user_id', 'i.decided_as', 'g.deleted_at'])
      .where('i.id', 'in', [...ids])
      .execute(),
  ({ may }, { directory_user_id: person, decided_as: decided, deleted_at: deleted }) => ({
    link: may('directory.identity.link') && deleted === null,
    unlink: may('directory.identity.link') && (person !== null || decided !== null),
  }),
)
