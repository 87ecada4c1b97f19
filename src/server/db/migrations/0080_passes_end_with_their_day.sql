-- Passes imported from a table ended with the first moment of the next day, and were shown as valid until that day.
CREATE TEMPORARY TABLE a_day_too_long ON COMMIT DROP AS
SELECT DISTINCT p.id, p.valid_until FROM purchases p
JOIN "passEntries" e ON e.purchase_id = p.id AND e.kind = 'opening'
CROSS JOIN (SELECT coalesce(nullif(current_setting('studio.time_zone', true), ''), 'Europe/Tallinn') AS zone) z
-- their key is 'PERSON MEMBERSHIP DAY', with the person of that time
JOIN "importedRows" r ON r.kind = 'csvPasses' AND r.at = p.created_at
  AND r.id LIKE '% ' || ((e.valid_until AT TIME ZONE z.zone)::date - 1)
  AND strpos(r.id, ' ' || p.membership_id || ' ') > 0
WHERE (e.valid_until AT TIME ZONE z.zone)::time = '00:00' AND (p.valid_until AT TIME ZONE z.zone)::time = '00:00'
  AND p.valid_until - interval '1 millisecond' > p.valid_from;
--> statement-breakpoint
UPDATE "passEntries" e SET valid_until = e.valid_until - interval '1 millisecond' FROM a_day_too_long p
WHERE e.purchase_id = p.id
  AND (e.valid_until AT TIME ZONE coalesce(nullif(current_setting('studio.time_zone', true), ''), 'Europe/Tallinn'))::time = '00:00';
--> statement-breakpoint
-- so that their end is not reminded of twice
UPDATE told t SET version = t.version - 1 FROM a_day_too_long p
WHERE t.letter = 'memberships.ends' AND t.subject = p.id
  AND t.version = (extract(epoch FROM p.valid_until) * 1000)::bigint;
--> statement-breakpoint
UPDATE "waitingNotices" t SET version = t.version - 1 FROM a_day_too_long p
WHERE t.letter = 'memberships.ends' AND t.subject = p.id
  AND t.version = (extract(epoch FROM p.valid_until) * 1000)::bigint;
--> statement-breakpoint
UPDATE pushes t SET version = t.version - 1 FROM a_day_too_long p
WHERE t.letter = 'memberships.ends' AND t.subject = p.id
  AND t.version = (extract(epoch FROM p.valid_until) * 1000)::bigint;
--> statement-breakpoint
UPDATE purchases SET valid_until = purchases.valid_until - interval '1 millisecond' FROM a_day_too_long p
WHERE purchases.id = p.id;
