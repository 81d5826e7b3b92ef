-- What a technician looks like (docs/decisions/0059-technicians-pictures.md): two small squares, and only of who works here. Whoever
-- leaves takes the picture along: the key refuses that somebody has left and is still shown.
ALTER TABLE technicians ADD CONSTRAINT technicians_active_unique UNIQUE (id, active);
CREATE TABLE technician_pictures (
  technician_id uuid PRIMARY KEY,
  active        boolean NOT NULL GENERATED ALWAYS AS (true) STORED,
  -- Another one with each picture, so that an address always shows the same.
  id            uuid NOT NULL DEFAULT gen_random_uuid(),
  small         bytea NOT NULL CHECK (length(small) BETWEEN 1 AND 32768),
  large         bytea NOT NULL CHECK (length(large) BETWEEN 1 AND 65536),
  since         timestamptz NOT NULL,
  CONSTRAINT technician_pictures_works_here FOREIGN KEY (technician_id, active) REFERENCES technicians (id, active) ON DELETE CASCADE
);
