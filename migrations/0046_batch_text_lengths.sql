-- The schemas of the endpoints limit these texts. The reply to a violated check would be 500.

alter table batch_groups drop constraint batch_groups_name_check;
alter table payment_initiations drop constraint payment_initiations_reference_check;
