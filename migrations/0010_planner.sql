-- Up Migration

-- What the planner is to believe of these tables until they have been analysed: that a profile has
-- many rows in them. Statements are planned once for each connection; a plan made while a table was
-- empty, which reads all rows of a profile to find one, would otherwise live until the first ANALYZE.
do $$
declare
  hot text;
begin
  if current_setting('server_version_num')::int < 180000 then return; end if;
  foreach hot in array array['transfers', 'transfer_payments', 'quotes', 'recipients', 'events',
                             'ledger_accounts', 'ledger_postings', 'balance_steps', 'balances']
  loop
    perform pg_restore_attribute_stats(
      'schemaname', current_schema()::text, 'relname', hot, 'attname', 'profile_id', 'inherited', false,
      'null_frac', 0.0::real, 'avg_width', 8, 'n_distinct', 1.0::real);
  end loop;
end $$;

-- Tables that grow with every request are analysed early and often, so that belief yields to fact.
alter table transfers set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.2);
alter table quotes set (autovacuum_analyze_threshold = 1000, autovacuum_analyze_scale_factor = 0.2);

-- Down Migration
