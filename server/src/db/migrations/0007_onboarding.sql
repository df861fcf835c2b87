-- Who owns and controls a business. The shown copy is in customers.beneficial_owners, written in the same statement.
CREATE TABLE beneficial_owners (
  platform_id          text NOT NULL,
  id                   text NOT NULL,
  customer_id          text NOT NULL,
  roles                text[] NOT NULL,
  ownership_percentage smallint NOT NULL CHECK (ownership_percentage BETWEEN 0 AND 100),
  personal_info        jsonb NOT NULL,
  identifier_sealed    text NOT NULL,
  kyc_status           text NOT NULL CHECK (kyc_status IN ('UNVERIFIED', 'PENDING', 'APPROVED', 'REJECTED', 'HOLD')),
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE INDEX beneficial_owners_of_customer ON beneficial_owners (platform_id, customer_id, id);

-- Every stored file from before its first byte until after its last: what a crash leaves LOOSE or DOOMED is swept.
CREATE TABLE document_files (
  platform_id text NOT NULL REFERENCES platforms (id),
  blob_id     text NOT NULL,
  state       text NOT NULL CHECK (state IN ('LOOSE', 'KEPT', 'DOOMED')),
  since       timestamptz NOT NULL,
  PRIMARY KEY (platform_id, blob_id)
);
CREATE INDEX document_files_to_sweep ON document_files (since) WHERE state <> 'KEPT';

-- customer_id is the application it belongs to: the holder itself, or the business of the owner who holds it.
CREATE TABLE documents (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  customer_id       text NOT NULL,
  holder_id         text NOT NULL,
  document_type     text NOT NULL,
  side              text CHECK (side IN ('FRONT', 'BACK')),
  country           text NOT NULL,
  document_number   text,
  issuing_authority text,
  file_name         text NOT NULL,
  content_type      text NOT NULL,
  size              bigint NOT NULL,
  sha256            text NOT NULL,
  blob_id           text NOT NULL,
  state             text NOT NULL CHECK (state IN ('UPLOADED', 'SUBMITTED', 'ASKED_AGAIN')),
  created_at        timestamptz NOT NULL,
  updated_at        timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id),
  FOREIGN KEY (platform_id, blob_id) REFERENCES document_files (platform_id, blob_id)
);
CREATE INDEX documents_of_customer ON documents (platform_id, customer_id, id);
CREATE INDEX documents_of_holder ON documents (platform_id, holder_id, id);
CREATE INDEX documents_of_file ON documents (platform_id, blob_id);
-- Operators name a document without its platform.
CREATE UNIQUE INDEX documents_id ON documents (id);

-- `findings` are what a reviewer asked for; `fingerprint` is what was submitted; `place` is the place in the queue.
CREATE TABLE verifications (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  customer_id  text NOT NULL,
  status       text NOT NULL CHECK (status IN ('RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW', 'IN_PROGRESS', 'APPROVED',
                 'REJECTED', 'READY_FOR_VERIFICATION')),
  errors       jsonb NOT NULL,
  findings     jsonb NOT NULL,
  fingerprint  text,
  place        text,
  submitted_at timestamptz,
  version      bigint NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX verifications_of_customer ON verifications (platform_id, customer_id, id);
CREATE UNIQUE INDEX verifications_open ON verifications (platform_id, customer_id) WHERE status NOT IN ('APPROVED', 'REJECTED');
-- Operators look across platforms, first in first.
CREATE UNIQUE INDEX verifications_id ON verifications (id);
CREATE INDEX verifications_waiting ON verifications (place) WHERE status = 'PENDING_MANUAL_REVIEW';

-- The token names its link before the platform is known, and is kept only as a keyed hash.
CREATE TABLE kyc_links (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  customer_id  text NOT NULL,
  token_hash   bytea NOT NULL,
  redirect_uri text,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
CREATE UNIQUE INDEX kyc_links_token ON kyc_links (token_hash);
