-- A session that was not used for this long has ended. It is that of the server's setting when the session began.
alter table session add column idle_seconds integer not null default 1800
  check (idle_seconds between 60 and 86400);
