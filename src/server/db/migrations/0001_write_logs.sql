-- Writes log lines, and answers with the error's text instead of failing: a log never undoes what it speaks of.
CREATE FUNCTION write_logs(lines jsonb) RETURNS text LANGUAGE plpgsql AS $body$
BEGIN
  INSERT INTO logs (channel, level, message, user_id, metadata, created_at)
  SELECT channel, level, left(message, 1000), "userId", metadata, "createdAt"
  FROM jsonb_to_recordset(lines)
    AS line(channel text, level text, message text, "userId" text, metadata jsonb, "createdAt" timestamptz);
  RETURN NULL;
EXCEPTION WHEN OTHERS THEN
  RETURN SQLERRM;
END $body$;
