-- "A parent has no parent": neither end of the edge may be on both sides of it. The parent's row is locked against
-- becoming a child meanwhile; many may become its children at once. Deleted children don't count until they are restored.
create function refuse_nested_parents() returns trigger language plpgsql as $$
begin
  if new.deleted_at is not null or tg_op = 'UPDATE'
      and (new.parent_user_id, new.deleted_at) is not distinct from (old.parent_user_id, old.deleted_at) then
    return null;
  end if;
  perform from directory_user where id = new.parent_user_id for share;
  if exists (select from directory_user p where p.id = new.parent_user_id and p.parent_user_id is not null)
     or exists (select from directory_user c where c.parent_user_id = new.id and c.deleted_at is null) then
    raise exception 'a secondary user''s parent must have no parent, and a parent must have none'
      using errcode = 'check_violation', constraint = 'directory_user_nested_parents';
  end if;
  return null;
end
$$;
