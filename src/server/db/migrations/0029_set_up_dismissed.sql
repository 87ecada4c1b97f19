-- a studio that is run already is not led through its first minutes
INSERT INTO "settings" ("section", "value", "version", "changed_at")
SELECT 'setUp', '{"categories": false, "shared": false, "dismissed": true}'::jsonb, 1, now()
WHERE EXISTS (SELECT FROM "accounts" WHERE "role" = 'admin')
ON CONFLICT DO NOTHING;
