CREATE TABLE "payClock" (
	"id" integer PRIMARY KEY NOT NULL,
	"fixed_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payClock_one" CHECK ("payClock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "payEntries" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"owner_id" text NOT NULL,
	"day" date NOT NULL,
	"account_id" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"base" integer,
	"per_head" integer,
	"most" integer,
	"heads" integer,
	"fixed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payEntries_kind" CHECK ("payEntries"."kind" in ('class', 'course')),
	CONSTRAINT "payEntries_rate" CHECK (("payEntries"."base" is null) = ("payEntries"."per_head" is null) and ("payEntries"."most" is null or "payEntries"."base" is not null))
);
--> statement-breakpoint
CREATE TABLE "payLines" (
	"id" text PRIMARY KEY NOT NULL,
	"month" text NOT NULL,
	"entry_id" text NOT NULL,
	"heads" integer NOT NULL,
	"cents" integer NOT NULL,
	CONSTRAINT "payLines_heads" CHECK ("payLines"."heads" >= 0)
);
--> statement-breakpoint
CREATE TABLE "payMonths" (
	"month" text PRIMARY KEY NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"closed_by" text,
	CONSTRAINT "payMonths_month" CHECK ("payMonths"."month" ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$')
);
--> statement-breakpoint
CREATE TABLE "payRates" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"from" date NOT NULL,
	"base" integer NOT NULL,
	"per_head" integer NOT NULL,
	"most" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payRates_sums" CHECK ("payRates"."base" >= 0 and "payRates"."per_head" >= 0 and "payRates"."most" >= "payRates"."base")
);
--> statement-breakpoint
ALTER TABLE "payLines" ADD CONSTRAINT "payLines_month_payMonths_month_fk" FOREIGN KEY ("month") REFERENCES "public"."payMonths"("month") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payLines" ADD CONSTRAINT "payLines_entry_id_payEntries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."payEntries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payMonths" ADD CONSTRAINT "payMonths_closed_by_accounts_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payRates" ADD CONSTRAINT "payRates_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payEntries_once" ON "payEntries" USING btree ("owner_id","day","account_id");--> statement-breakpoint
CREATE INDEX "payEntries_by_day" ON "payEntries" USING btree ("day");--> statement-breakpoint
CREATE INDEX "payEntries_by_account" ON "payEntries" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payLines_once" ON "payLines" USING btree ("month","entry_id");--> statement-breakpoint
CREATE INDEX "payLines_by_entry" ON "payLines" USING btree ("entry_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payRates_once" ON "payRates" USING btree ("account_id","from");--> statement-breakpoint
-- a closed month never changes, whoever writes
CREATE FUNCTION refuse_closed_pay() RETURNS trigger LANGUAGE plpgsql AS $$
begin
  raise exception 'A closed month never changes.' using errcode = 'restrict_violation';
end $$;--> statement-breakpoint
CREATE TRIGGER "payLines_closed" BEFORE UPDATE OR DELETE ON "payLines" FOR EACH ROW EXECUTE FUNCTION refuse_closed_pay();
