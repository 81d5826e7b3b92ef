-- What a customer says of finished work. An admin decides what is shown to others.
CREATE TABLE reviews (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id   uuid NOT NULL UNIQUE REFERENCES bookings (id),
  rating       integer NOT NULL CHECK (rating BETWEEN 1 AND 5),
  words        text NOT NULL DEFAULT '' CHECK (length(words) <= 1000),
  created_at   timestamptz NOT NULL,
  published_at timestamptz
);
CREATE INDEX reviews_newest ON reviews (created_at DESC, id DESC);
SELECT watch_content('reviews');

-- A customer asks the office to come back. The office answers with a new booking that is linked to the old one.
CREATE TABLE revisit_requests (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  booking_id uuid NOT NULL UNIQUE REFERENCES bookings (id),
  words      text NOT NULL CHECK (length(words) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL
);
