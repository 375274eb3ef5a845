/**
 * The triggers that count scheduled users by hour. With these counts, a page of the list is found without counting the
 * users before it. Triggers also count the writes of an older server, which runs beside during an upgrade.
 */

const hourOf = (row: string) => `substr(${row}.deletion_scheduled_at, 1, 13)`
const removed = `update scheduled_hours set users = users - 1 where hour = ${hourOf('old')}`
const added = `insert into scheduled_hours select ${hourOf('new')}, 1 where new.deletion_scheduled_at is not null
  on conflict (hour) do update set users = scheduled_hours.users + 1`

export const sqliteTriggers = [
  `create trigger users_added after insert on users begin ${added}; end`,
  `create trigger users_removed after delete on users begin ${removed}; end`,
  `create trigger users_changed after update of deletion_scheduled_at on users
    when old.deletion_scheduled_at is not new.deletion_scheduled_at begin ${removed}; ${added}; end`,
]

export const sqliteUndo = ['users_added', 'users_removed', 'users_changed'].map((name) => `drop trigger ${name}`)

export const postgresTriggers = [
  `create function count_scheduled() returns trigger language plpgsql as $$ begin
    if tg_op = 'UPDATE' and old.deletion_scheduled_at is not distinct from new.deletion_scheduled_at then
      return null;
    end if;
    if tg_op <> 'INSERT' then ${removed}; end if;
    if tg_op <> 'DELETE' then ${added}; end if;
    return null;
  end $$`,
  `create trigger users_counted after insert or update or delete on users
    for each row execute function count_scheduled()`,
]

export const postgresUndo = ['drop function count_scheduled cascade']
