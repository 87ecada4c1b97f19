CREATE TABLE "cancelledPlaces" (
	"person_id" text NOT NULL,
	"schedule_id" text NOT NULL,
	"cancelled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cancelledPlaces_person_id_schedule_id_pk" PRIMARY KEY("person_id","schedule_id")
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"account_id" text NOT NULL,
	"kind" text NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "feeds_account_id_kind_pk" PRIMARY KEY("account_id","kind"),
	CONSTRAINT "feeds_kind" CHECK ("feeds"."kind" in ('own', 'studio'))
);
--> statement-breakpoint
ALTER TABLE "cancelledPlaces" ADD CONSTRAINT "cancelledPlaces_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cancelledPlaces" ADD CONSTRAINT "cancelledPlaces_schedule_id_schedule_id_fk" FOREIGN KEY ("schedule_id") REFERENCES "public"."schedule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feeds" ADD CONSTRAINT "feeds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cancelledPlaces_by_entry" ON "cancelledPlaces" USING btree ("schedule_id");--> statement-breakpoint
CREATE INDEX "cancelledPlaces_by_time" ON "cancelledPlaces" USING btree ("cancelled_at");--> statement-breakpoint
CREATE UNIQUE INDEX "feeds_token" ON "feeds" USING btree ("token");