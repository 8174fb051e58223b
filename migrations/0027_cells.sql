-- The cell of an installation (D128).

alter table installation add column cell int not null default 0 constraint installation_cell_check check (cell between 0 and 8191);
comment on column installation.cell is 'Its ids, tokens and numbers contain it. The service refuses to start as another cell.';
