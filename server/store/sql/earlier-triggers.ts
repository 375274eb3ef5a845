/** The triggers by which the tables of version 0002 counted scheduled users. A step back to that version needs them. */

/** @param at returns the full name of a table or function. */
export interface EarlierTriggers {
  create(at: (name: string) => string): string[]
  drop(at: (name: string) => string): string[]
}

const hourOf = (row: string) => `substr(${row}.deletion_scheduled_at, 1, 13)`
const removed = (table: string) => `update ${table} set users = users - 1 where hour = ${hourOf('old')}`
const added = (table: string) => `insert into ${table} select ${hourOf('new')}, 1
  where new.deletion_scheduled_at is not null on conflict (hour) do update set users = scheduled_hours.users + 1`

export const sqliteTriggers: EarlierTriggers = {
  create: () => [
    `create trigger users_added after insert on users begin ${added('scheduled_hours')}; end`,
    `create trigger users_removed after delete on users begin ${removed('scheduled_hours')}; end`,
    `create trigger users_changed after update of deletion_scheduled_at on users
      when old.deletion_scheduled_at is not new.deletion_scheduled_at
      begin ${removed('scheduled_hours')}; ${added('scheduled_hours')}; end`,
  ],
  drop: () => ['users_added', 'users_removed', 'users_changed'].map((name) => `drop trigger if exists ${name}`),
}

export const postgresTriggers: EarlierTriggers = {
  create: (at) => [
    `create function ${at('count_scheduled')}() returns trigger language plpgsql as $$ begin
      if tg_op = 'UPDATE' and old.deletion_scheduled_at is not distinct from new.deletion_scheduled_at then
        return null;
      end if;
      if tg_op <> 'INSERT' then ${removed(at('scheduled_hours'))}; end if;
      if tg_op <> 'DELETE' then ${added(at('scheduled_hours'))}; end if;
      return null;
    end $$`,
    `create trigger users_counted after insert or update or delete on ${at('users')}
      for each row execute function ${at('count_scheduled')}()`,
  ],
  drop: (at) => [
    `drop trigger if exists users_counted on ${at('users')}`,
    `drop function if exists ${at('count_scheduled')}()`,
  ],
}
