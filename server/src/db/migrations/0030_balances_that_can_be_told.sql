-- A balance is told as a JSON number, which is exact up to here. Accounts of the house are told to nobody.
ALTER TABLE accounts ADD CONSTRAINT accounts_maximum
  CHECK (type IS NULL OR posted + held <= 9007199254740991) NOT VALID;
