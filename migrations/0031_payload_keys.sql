-- Up Migration

-- Keys that clients encrypt request bodies with. The newest is the one given out; what was encrypted
-- with an earlier one can still be read. `sealed` says that the private half is encrypted.
create table payload_keys (
  version int primary key,
  public_key text not null,
  private_key text not null,
  sealed boolean not null
);
