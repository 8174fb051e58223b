-- Up Migration

-- Wrong answers are counted per user and factor (D113). A row outlives its factor: deleting a factor and
-- enrolling it again resets nothing.
create table factor_attempts (
  user_id bigint not null references users,
  factor text not null check (factor in ('PIN', 'FACE_MAP', 'SMS', 'SIGNATURE')),
  failures int not null default 0 check (failures >= 0),
  locked_until timestamptz,
  primary key (user_id, factor)
);
comment on column factor_attempts.failures is
  'Wrong answers since the factor helped to clear a whole one-time token, or since its last lock-out ended.';

alter table security_holders
  drop column failures,
  add column wrong_answers timestamptz[] not null default '{}',
  add column codes_sent timestamptz[] not null default '{}';
comment on column security_holders.locked_until is
  'Until then every protected operation of the user is refused: ten wrong answers within a day.';
comment on column security_holders.wrong_answers is
  'When wrong answers were given within the last day, over all factors. Right answers remove none.';
comment on column security_holders.codes_sent is
  'When codes were sent to clear one-time tokens, within the last ten minutes.';

-- Down Migration
