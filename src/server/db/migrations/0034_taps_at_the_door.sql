CREATE TABLE "taps" (
	"schedule_id" text NOT NULL,
	"user_id" text NOT NULL,
	"tapped_at" timestamp (3) with time zone NOT NULL,
	"press" text,
	CONSTRAINT "taps_schedule_id_user_id_pk" PRIMARY KEY("schedule_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "taps" ADD CONSTRAINT "taps_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "taps" ADD CONSTRAINT "taps_user_id_people_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "taps_by_user" ON "taps" USING btree ("user_id");