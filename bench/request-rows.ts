// Rows of the log of requests, inserted by SQL.

import pg from 'pg'

/** Inserts requests of the profile's user with a reply of 600 bytes, over the last 30 days. */
export async function insertRequests(
  postgresUrl: string,
  profileId: number,
  count: number,
): Promise<void> {
  const body = JSON.stringify({ details: 'x'.repeat(600) })
  // The service limits the time of its statements; these take minutes.
  const client = new pg.Client(postgresUrl)
  await client.connect()
  await client.query(
    `insert into request_log (user_id, profile_id, operation, method, route, path, status, duration_us, idempotency, trace_id,
            errors, error_codes, subjects, request_headers, reply_headers, request_bytes, reply_body, reply_bytes, created_at)
     select o.user_id, o.profile_id, case when n % 2 = 0 then 'getTransfer' else 'listBalances' end, 'GET',
            '/v1/transfers/{transferId}', '/v1/transfers/' || n % 500000, case when n % 100 = 0 then 404 else 200 end, 900,
            'none', gen_random_uuid(), '[]', '{}',
            array['transfer:' || n % 500000, 'balance:' || case when n % 2 = 0 then 5 else n end], '{}', '{}', 0, $2::text, 615,
            now() - interval '30 days' * (1 - n::float8 / $3)
       from generate_series(1, $3::int) n, profile_owners o where o.profile_id = $1`,
    [profileId, body, count],
  )
  await client.query(
    `insert into request_subjects (user_id, subject, request_id)
     select r.user_id, s.subject, r.id from request_log r cross join lateral unnest(r.subjects) as s (subject)
      where r.user_id is not null on conflict do nothing`,
  )
  await client.query('vacuum analyze request_log, request_subjects')
  await client.end()
}
