-- The office reads the trail by what was done, by the kind of record and by who acted, the latest first.
CREATE INDEX trail_by_type ON trail (type, at, id);
CREATE INDEX trail_by_kind ON trail (subject_type, at, id);
-- With those whom no account stands for, such as the product itself.
CREATE INDEX trail_by_actor ON trail (actor_id, at, id);
DROP INDEX trail_of_actor;

-- The office finds accounts by a part of a name or an email.
CREATE INDEX users_search ON users USING gin ((name || ' ' || email) gin_trgm_ops);
