-- Credits reported by banks, and their returns.

-- A bank credit is an entry on one of our bank accounts that none of our own payments caused.
CREATE TABLE bank_credits (
  id             text PRIMARY KEY,
  -- Hash of the content of the entry.
  fingerprint    text NOT NULL,
  -- Position among entries with the same content.
  nth            integer NOT NULL,
  -- Reference that the bank assigned to the entry.
  bank_reference text,
  account        text NOT NULL,
  amount         bigint NOT NULL CHECK (amount > 0),
  currency       text NOT NULL,
  -- Texts and references of the payer and the banks.
  remittance     jsonb NOT NULL,
  -- Account of the payer, with the fields that the bank reports.
  payer          jsonb NOT NULL,
  booked_on      text,
  value_on       text,
  state          text NOT NULL CHECK (state IN
    ('CREDITED', 'FUNDED', 'UNMATCHED', 'ASSIGNED', 'RETURNING', 'RETURNED')),
  -- Reason for the state UNMATCHED.
  reason         text,
  -- Transaction that the credit funded or created.
  platform_id    text,
  transaction_id text,
  received_at    timestamptz NOT NULL,
  updated_at     timestamptz NOT NULL,
  CHECK (state NOT IN ('CREDITED', 'FUNDED', 'ASSIGNED') OR transaction_id IS NOT NULL),
  CHECK ((platform_id IS NULL) = (transaction_id IS NULL)),
  -- Detects entries that a repeated statement reports again, by their content; the bank's reference detects them too.
  CONSTRAINT bank_credits_entry UNIQUE (fingerprint, nth)
);
CREATE UNIQUE INDEX bank_credits_bank_reference ON bank_credits (bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX bank_credits_unmatched ON bank_credits (id) WHERE state = 'UNMATCHED';
CREATE INDEX bank_credits_of_transaction ON bank_credits (platform_id, transaction_id) WHERE transaction_id IS NOT NULL;
-- Credits reported without a bank reference. The first of them takes over the reference of a later report.
CREATE INDEX bank_credits_unreferenced ON bank_credits (fingerprint, nth) WHERE bank_reference IS NULL;

-- A bank return is a payment that sends a credit back to its payer. After a failed return another may follow.
CREATE TABLE bank_returns (
  id         text PRIMARY KEY,
  credit_id  text NOT NULL REFERENCES bank_credits (id),
  payee      jsonb NOT NULL,
  state      text NOT NULL CHECK (state IN ('SENT', 'COMPLETED', 'FAILED')),
  reason     text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX bank_returns_of_credit ON bank_returns (credit_id, id);
