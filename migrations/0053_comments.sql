-- Comments that were wrong: a group outlives a member that lapses, and adding a transfer compares no version.

comment on column batch_groups.lapses_at is
  'When the first of the waiting members lapses. The group ends only when no member is left.';

comment on column batch_groups.version is
  'Adding transfers adds their number and compares no version. Every other change adds 1, and fails unless the version is the one that it has read.';
