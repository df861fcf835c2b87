-- Onboarding: documents, verifications and hosted KYC links.

-- A document is an uploaded file that supports the verification of a customer.
CREATE TABLE documents (
  platform_id       text NOT NULL,
  id                text NOT NULL,
  customer_id       text NOT NULL,
  -- The customer, or the beneficial owner who is the subject of the document.
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
  FOREIGN KEY (platform_id, blob_id) REFERENCES stored_files (platform_id, blob_id)
);
CREATE INDEX documents_of_customer ON documents (platform_id, customer_id, id);
CREATE INDEX documents_of_holder ON documents (platform_id, holder_id, id);
CREATE INDEX documents_of_file ON documents (platform_id, blob_id);
-- Operators look up a document by id without its platform.
CREATE UNIQUE INDEX documents_id ON documents (id);

-- A verification is one application of a customer for approval.
CREATE TABLE verifications (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  customer_id  text NOT NULL,
  status       text NOT NULL CHECK (status IN
    ('RESOLVE_ERRORS', 'PENDING_MANUAL_REVIEW', 'IN_PROGRESS', 'APPROVED', 'REJECTED', 'READY_FOR_VERIFICATION')),
  errors       jsonb NOT NULL,
  -- Corrections that a reviewer requested.
  findings     jsonb NOT NULL,
  -- Hash of the submitted data.
  fingerprint  text,
  -- Sort key in the review queue, oldest first.
  place        text,
  submitted_at timestamptz,
  version      bigint NOT NULL,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
) WITH (fillfactor = 85);
CREATE INDEX verifications_of_customer ON verifications (platform_id, customer_id, id);
-- A customer has at most one open verification.
CREATE UNIQUE INDEX verifications_open ON verifications (platform_id, customer_id)
  WHERE status NOT IN ('APPROVED', 'REJECTED');
-- Operators look up a verification by id without its platform, and review those of all platforms, oldest first.
CREATE UNIQUE INDEX verifications_id ON verifications (id);
CREATE INDEX verifications_waiting ON verifications (place) WHERE status = 'PENDING_MANUAL_REVIEW';

-- A KYC link opens the hosted onboarding page of one customer.
CREATE TABLE kyc_links (
  platform_id  text NOT NULL,
  id           text NOT NULL,
  customer_id  text NOT NULL,
  token_hash   bytea NOT NULL,
  redirect_uri text,
  -- Unfinished entries about a person, until the hosted page has all of them.
  person_draft_sealed text,
  expires_at   timestamptz NOT NULL,
  used_at      timestamptz,
  created_at   timestamptz NOT NULL,
  PRIMARY KEY (platform_id, id),
  FOREIGN KEY (platform_id, customer_id) REFERENCES customers (platform_id, id)
);
-- Requests of the hosted page contain only the token, not the platform.
CREATE UNIQUE INDEX kyc_links_token ON kyc_links (token_hash);
-- Housekeeping removes the drafts of expired links on all platforms.
CREATE INDEX kyc_links_drafts ON kyc_links (expires_at) WHERE person_draft_sealed IS NOT NULL;
