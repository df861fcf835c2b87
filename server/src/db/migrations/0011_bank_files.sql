-- Payments that go out in files for banks. What the file needs is in `payment`; `trace` is the ACH trace number.
CREATE TABLE bank_payments (
  platform_id   text NOT NULL REFERENCES platforms (id),
  id            text NOT NULL,
  end_to_end_id text NOT NULL,
  format        text NOT NULL CHECK (format IN ('PAIN_001', 'NACHA')),
  direction     text NOT NULL CHECK (direction IN ('PAYOUT', 'PULL')),
  currency      text NOT NULL,
  amount        bigint NOT NULL CHECK (amount > 0),
  is_instant    boolean NOT NULL,
  payment       jsonb NOT NULL,
  state         text NOT NULL CHECK (state IN ('QUEUED', 'REFUSED', 'WITHDRAWN', 'IN_FILE', 'COMPLETED', 'FAILED', 'RETURNED')),
  file_id       text,
  batch_id      text,
  place         integer,
  trace         text,
  bank_status   text,
  reason        text,
  queued_at     timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  CHECK ((file_id IS NULL) = (state IN ('QUEUED', 'REFUSED', 'WITHDRAWN')))
) WITH (fillfactor = 85);
-- Files gather payments of every platform, and banks name payments without one.
CREATE INDEX bank_payments_queued ON bank_payments (format, currency, queued_at) WHERE state = 'QUEUED';
CREATE INDEX bank_payments_of_file ON bank_payments (file_id, place) WHERE file_id IS NOT NULL;
CREATE UNIQUE INDEX bank_payments_end_to_end ON bank_payments (end_to_end_id);
CREATE INDEX bank_payments_trace ON bank_payments (trace) WHERE trace IS NOT NULL;

-- PLANNED: its payments and its text are settled. STAGED: it lies complete in work/ as `staged_as`, or is out already.
-- Whoever works on a file counts `attempt` up; an earlier one can then change nothing any more.
CREATE TABLE bank_files (
  id          text PRIMARY KEY,
  name        text NOT NULL UNIQUE,
  message_id  text NOT NULL UNIQUE,
  format      text NOT NULL CHECK (format IN ('PAIN_001', 'NACHA')),
  bank        text NOT NULL,
  state       text NOT NULL CHECK (state IN ('PLANNED', 'STAGED', 'WRITTEN')),
  content     text NOT NULL,
  payments    integer NOT NULL CHECK (payments > 0),
  day         text NOT NULL,
  attempt     integer NOT NULL,
  staged_as   text,
  lease_until timestamptz,
  created_at  timestamptz NOT NULL,
  written_at  timestamptz,
  CHECK ((state = 'STAGED') <= (staged_as IS NOT NULL))
);
CREATE INDEX bank_files_newest ON bank_files (created_at, id);
CREATE INDEX bank_files_unwritten ON bank_files (id) WHERE state <> 'WRITTEN';

-- Numbers that must not repeat: ACH traces by bank.
CREATE TABLE bank_counters (
  name  text PRIMARY KEY,
  value bigint NOT NULL
);

-- Every file that came in, by its content. `handled` counts what it says that has taken effect.
CREATE TABLE bank_inbox (
  sha256       text PRIMARY KEY,
  name         text NOT NULL,
  kind         text,
  state        text NOT NULL CHECK (state IN ('RECEIVED', 'PROCESSED', 'FAILED')),
  handled      integer NOT NULL,
  error        text,
  lease_until  timestamptz,
  received_at  timestamptz NOT NULL,
  processed_at timestamptz
);
CREATE UNIQUE INDEX bank_inbox_name ON bank_inbox (name) WHERE state <> 'FAILED';
CREATE INDEX bank_inbox_newest ON bank_inbox (received_at, sha256);

-- What an operator should look at: said by `source` (a file that came in, or a payment) at this place.
CREATE TABLE bank_findings (
  source      text NOT NULL,
  place       integer NOT NULL,
  code        text NOT NULL,
  message     text NOT NULL,
  platform_id text,
  payment_id  text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (source, place)
);
CREATE INDEX bank_findings_newest ON bank_findings (created_at, source, place);
