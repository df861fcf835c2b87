-- Approvals of incoming payments.

-- A UMA approval is the receiver information with which a platform approved an incoming payment in advance.
CREATE TABLE uma_approvals (
  platform_id    text NOT NULL,
  transaction_id text NOT NULL,
  information    jsonb NOT NULL,
  PRIMARY KEY (platform_id, transaction_id),
  FOREIGN KEY (platform_id, transaction_id) REFERENCES transactions (platform_id, id)
);
