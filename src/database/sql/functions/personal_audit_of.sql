-- The audit rows that keep personal values of a person: rows about them, and rows about their accounts from before these were theirs.
create function personal_audit_of(person uuid) returns table (audit_log_id uuid) language sql stable
  begin atomic
    select p.audit_log_id from audit_log_personal p where p.subject_id = person
    union
    select p.audit_log_id from identity i
      join audit_log l on l.record_id = i.id and l.record_type = 'dridt'
      join audit_log_personal p on p.audit_log_id = l.id
    where i.directory_user_id = person;
  end;
