CREATE TABLE "closedDays" (
	"id" text PRIMARY KEY NOT NULL,
	"first_day" date NOT NULL,
	"last_day" date NOT NULL,
	"reason" text NOT NULL,
	"extended_by" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "closed_days_order" CHECK ("closedDays"."last_day" >= "closedDays"."first_day"),
	CONSTRAINT "closed_days_extended" CHECK ("closedDays"."extended_by" >= 0)
);
--> statement-breakpoint
CREATE INDEX "closed_days_by_last" ON "closedDays" USING btree ("last_day");