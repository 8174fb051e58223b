-- Up Migration

-- A registration code belongs to one user of its application (D100). Users who were signed up with a code
-- of an earlier one keep it, since their applications still log them in with it.
alter table users add column shares_registration_code boolean not null default false;
update users u set shares_registration_code = true
 where registration_code_hash is not null
   and exists (select 1 from users earlier
                where earlier.application_id = u.application_id and earlier.id < u.id
                  and earlier.registration_code_hash = u.registration_code_hash);
create unique index users_registration_code on users (application_id, registration_code_hash)
  where registration_code_hash is not null and not shares_registration_code;

-- Down Migration
drop index users_registration_code;
alter table users drop column shares_registration_code;
