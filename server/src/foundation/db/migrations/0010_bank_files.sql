-- Bank files: payments sent to banks in files, and files received from banks.

-- A bank payment is one payout or collection sent to a bank in a file.
CREATE TABLE bank_payments (
  platform_id   text NOT NULL REFERENCES platforms (id),
  id            text NOT NULL,
  end_to_end_id text NOT NULL,
  format        text NOT NULL CHECK (format IN ('PAIN_001', 'NACHA')),
  direction     text NOT NULL CHECK (direction IN ('PAYOUT', 'PULL')),
  currency      text NOT NULL,
  amount        bigint NOT NULL CHECK (amount > 0),
  is_instant    boolean NOT NULL,
  -- Parties and references that the file contains.
  payment       jsonb NOT NULL,
  state         text NOT NULL CHECK (state IN
    ('QUEUED', 'REJECTED', 'WITHDRAWN', 'IN_FILE', 'COMPLETED', 'FAILED', 'RETURNED')),
  file_id       text,
  batch_id      text,
  -- Position in the file.
  place         integer,
  -- ACH trace number.
  trace         text,
  bank_status   text,
  reason        text,
  queued_at     timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  CHECK ((file_id IS NULL) = (state IN ('QUEUED', 'REJECTED', 'WITHDRAWN')))
) WITH (fillfactor = 85);
-- Without platform_id, because a file contains payments of all platforms and banks do not know platforms.
CREATE INDEX bank_payments_queued ON bank_payments (format, currency, queued_at) WHERE state = 'QUEUED';
CREATE INDEX bank_payments_of_file ON bank_payments (file_id, place) WHERE file_id IS NOT NULL;
CREATE UNIQUE INDEX bank_payments_end_to_end ON bank_payments (end_to_end_id);
CREATE INDEX bank_payments_trace ON bank_payments (trace) WHERE trace IS NOT NULL;

-- A bank file is an outgoing file with payments. PLANNED: payments and content are fixed. STAGED: the file is complete,
-- in work/ as `staged_as` or already under its final name.
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
  -- Fencing token: each claim increments it, so that updates of an earlier claim match no row.
  attempt     integer NOT NULL,
  staged_as   text,
  lease_until timestamptz,
  created_at  timestamptz NOT NULL,
  written_at  timestamptz,
  CHECK ((state = 'STAGED') <= (staged_as IS NOT NULL))
);
CREATE INDEX bank_files_newest ON bank_files (created_at, id);
CREATE INDEX bank_files_unwritten ON bank_files (id) WHERE state <> 'WRITTEN';

-- A bank counter issues numbers that must not repeat, such as the ACH trace numbers of a bank.
CREATE TABLE bank_counters (
  name  text PRIMARY KEY,
  value bigint NOT NULL
);

-- The bank inbox lists the files received from banks, identified by their content.
CREATE TABLE bank_inbox (
  sha256       text PRIMARY KEY,
  name         text NOT NULL,
  kind         text,
  state        text NOT NULL CHECK (state IN ('RECEIVED', 'PROCESSED', 'FAILED')),
  -- Number of reports in the file that have taken effect.
  handled      integer NOT NULL,
  error        text,
  lease_until  timestamptz,
  received_at  timestamptz NOT NULL,
  processed_at timestamptz
);
CREATE UNIQUE INDEX bank_inbox_name ON bank_inbox (name) WHERE state <> 'FAILED';
CREATE INDEX bank_inbox_newest ON bank_inbox (received_at, sha256);

-- A bank finding is a problem for an operator, identified by its source (received file or payment) and its position.
CREATE TABLE bank_findings (
  source      text NOT NULL,
  place       integer NOT NULL,
  code        text NOT NULL,
  message     text NOT NULL,
  -- Hash of the finding, so that a repeated report adds no second row.
  content     text,
  platform_id text,
  payment_id  text,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (source, place)
);
CREATE INDEX bank_findings_newest ON bank_findings (created_at, source, place);
CREATE UNIQUE INDEX bank_findings_content ON bank_findings (content) WHERE content IS NOT NULL;
