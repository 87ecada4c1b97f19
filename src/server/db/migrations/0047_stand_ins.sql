CREATE TABLE "standIns" (
	"id" text PRIMARY KEY NOT NULL,
	"schedule_id" text NOT NULL,
	"teacher_id" text NOT NULL,
	"state" text NOT NULL,
	"offered_by" text,
	"fell" text,
	"fell_of" text,
	"asked_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "standIns_state" CHECK ("standIns"."state" in ('open', 'offered', 'taken', 'withdrawn', 'replaced', 'cancelled', 'begun')),
	CONSTRAINT "standIns_offered" CHECK ("standIns"."state" <> 'open' or "standIns"."offered_by" is null),
	CONSTRAINT "standIns_taken" CHECK ("standIns"."state" not in ('offered', 'taken') or "standIns"."offered_by" is not null),
	CONSTRAINT "standIns_fell" CHECK (("standIns"."fell" is null) = ("standIns"."fell_of" is null)),
	CONSTRAINT "standIns_ended" CHECK (("standIns"."state" in ('open', 'offered')) = ("standIns"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "standIns" ADD CONSTRAINT "standIns_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standIns" ADD CONSTRAINT "standIns_teacher_id_accounts_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standIns" ADD CONSTRAINT "standIns_offered_by_accounts_id_fk" FOREIGN KEY ("offered_by") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "standIns" ADD CONSTRAINT "standIns_fell_of_accounts_id_fk" FOREIGN KEY ("fell_of") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "standIns_once" ON "standIns" USING btree ("schedule_id","teacher_id") WHERE state in ('open', 'offered');--> statement-breakpoint
CREATE INDEX "standIns_by_entry" ON "standIns" USING btree ("schedule_id","asked_at");--> statement-breakpoint
CREATE INDEX "standIns_by_teacher" ON "standIns" USING btree ("teacher_id");--> statement-breakpoint
CREATE INDEX "standIns_by_offer" ON "standIns" USING btree ("offered_by");--> statement-breakpoint
CREATE INDEX "standIns_by_fallen" ON "standIns" USING btree ("fell_of");