-- The newest migration that a server must know to write here. Servers that know it may go on beside later migrations
-- that have the line "-- Older servers may write.".
alter table schema_source add column requires text collate "C" not null default '';
