-- Up Migration

-- What the members were charged in all, for the line of the one debit that paid for them.
alter table batch_payments add column fee money_minor not null default 0 check (fee >= 0);
update batch_payments b set fee = f.fee
  from (select t.profile_id, t.batch_group_id, sum(t.fee) as fee
          from transfers t
          join transfer_payments p on p.profile_id = t.profile_id and p.transfer_id = t.id
         where t.batch_group_id is not null
         group by t.profile_id, t.batch_group_id) f
 where f.profile_id = b.profile_id and f.batch_group_id = b.batch_group_id;
alter table batch_payments alter column fee drop default;

-- A balance knows a payment for a group by the number of the group.
create unique index batch_groups_by_number on batch_groups (profile_id, number);

-- Down Migration
