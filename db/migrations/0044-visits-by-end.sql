-- The board of a day has what was done on it, whatever day it was planned for.
CREATE INDEX visits_by_end ON visits (ended_at) WHERE live AND ended_at IS NOT NULL;
