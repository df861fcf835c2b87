-- Filters of lists whose rows are rare among a million others: a page reads its own rows only.

CREATE INDEX customers_by_type ON customers (platform_id, customer_type, id);
CREATE INDEX customers_by_region ON customers (platform_id, region, id) WHERE region IS NOT NULL;

-- Failures and refunds are few among the events of payments, so they belong to the types with an index.
DROP INDEX events_rare;
CREATE INDEX events_rare ON events (platform_id, type, id)
  WHERE type NOT IN ('OUTGOING_PAYMENT.PENDING', 'OUTGOING_PAYMENT.PROCESSING', 'OUTGOING_PAYMENT.COMPLETED',
    'INCOMING_PAYMENT.PENDING', 'INCOMING_PAYMENT.COMPLETED', 'INTERNAL_ACCOUNT.BALANCE_UPDATED');
