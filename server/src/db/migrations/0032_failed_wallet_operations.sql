-- An operation that was begun, and is not done when its challenge expires, has failed. `failure` is why it is not done so
-- far; of one that was not begun there is none. LAPSED: it was told that it has failed.
ALTER TABLE wallet_challenges
  ADD COLUMN failure text,
  DROP CONSTRAINT wallet_challenges_state_check,
  ADD CONSTRAINT wallet_challenges_state CHECK (state IN ('OPEN', 'USED', 'LAPSED'));
