-- transaction: none
-- With their time, so that a search by a common sound reads the newest rows only (docs/decisions/0134-bounded-search.md).
-- The former index serves searches until its successor is built.
CREATE EXTENSION IF NOT EXISTS btree_gin;

DROP INDEX CONCURRENTLY IF EXISTS customers_sound_new_idx;
CREATE INDEX CONCURRENTLY customers_sound_new_idx ON customers USING gin (created_at, sound_keys(name || ' ' || coalesce(company, '')));
DROP INDEX CONCURRENTLY IF EXISTS customers_sound_idx;
ALTER INDEX customers_sound_new_idx RENAME TO customers_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS properties_created_at_idx;
CREATE INDEX CONCURRENTLY properties_created_at_idx ON properties (created_at);
DROP INDEX CONCURRENTLY IF EXISTS properties_sound_new_idx;
CREATE INDEX CONCURRENTLY properties_sound_new_idx ON properties USING gin (created_at, sound_keys(street || ' ' || building || ' ' || area || ' ' || landmark));
DROP INDEX CONCURRENTLY IF EXISTS properties_sound_idx;
ALTER INDEX properties_sound_new_idx RENAME TO properties_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS bookings_sound_new_idx;
CREATE INDEX CONCURRENTLY bookings_sound_new_idx ON bookings USING gin (requested_at, sound_keys(contact_name));
DROP INDEX CONCURRENTLY IF EXISTS bookings_sound_idx;
ALTER INDEX bookings_sound_new_idx RENAME TO bookings_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS contracts_sound_new_idx;
CREATE INDEX CONCURRENTLY contracts_sound_new_idx ON contracts USING gin (requested_at, sound_keys(contact_name));
DROP INDEX CONCURRENTLY IF EXISTS contracts_sound_idx;
ALTER INDEX contracts_sound_new_idx RENAME TO contracts_sound_idx;

DROP INDEX CONCURRENTLY IF EXISTS conversations_sound_new_idx;
CREATE INDEX CONCURRENTLY conversations_sound_new_idx ON conversations USING gin (last_message_at, sound_keys(name));
DROP INDEX CONCURRENTLY IF EXISTS conversations_sound_idx;
ALTER INDEX conversations_sound_new_idx RENAME TO conversations_sound_idx;
